/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the table of effects demands of the arguments of a call, checked before the host's function touches the
 * program's memory, and what it says about the bytes afterwards.
 *
 * How much some functions write is only known when they have (sprintf, fgets, read): these write into a buffer of their
 * own, from which as much is copied as was written, if there is room.
 */
#include "external.h"

#include <ctype.h>
#include <malloc.h>
#include <stddef.h>
#include <time.h>
#include <wchar.h>

/* ---- sizes ------------------------------------------------------------------------------------------------------- */

uint64_t run_room(struct machine *m, struct val p)
{
    uint32_t id = memory_object_of(&m->mem, p);
    if (!id)
        return memory_has(&m->mem, p.bits) || p.bits < 65536 ? 0 : UINT64_MAX;
    const struct object *o = &m->mem.objects.items[id];
    return o->life == LIFE_LIVE && p.bits - o->base <= o->size ? o->size - (p.bits - o->base) : 0;
}

uint64_t run_text(struct machine *m, struct val p, unsigned unit, uint64_t most)
{
    uint64_t room = run_room(m, p), there = room == UINT64_MAX ? room : room / unit, n = there < most ? there : most;
    if (!most)
        return 0;
    const void *s = run_access(m->frame, p, unit, false);
    uint64_t length = unit > 1 ? wcsnlen(s, n) : n == UINT64_MAX ? strlen(s) : strnlen(s, n);
    uint32_t id = memory_object_of(&m->mem, p);
    bool is_cut = length == there && there < most;
    if (is_cut && m->mem.objects.items[id].may_be_larger)
        run_refuse(m, "it depends on how long a string is that an argument leads to");
    if (is_cut)
        run_fail_memory(m, RUN_MEMORY_FAULT, "a string does not end inside of its object: %s",
                        run_describe(m, id, p.bits, room));
    if (!run_memory_is_init(&m->mem, s, (length < most ? length + 1 : length) * unit))
        run_fail_unset(m, "a string has characters that were never given a value");
    return length;
}

uint64_t run_string(struct machine *m, struct val p, uint64_t most)
{
    return run_text(m, p, 1, most);
}

static uint64_t pointee_size(const struct machine *m, const struct outcall *c, uint32_t i)
{
    return pt_effect_pointee_size(m->u, c->code->function_type, i, c->code->args[i].type);
}

static uint64_t argument_size(const struct outcall *c, int i)
{
    return i >= 0 && (uint32_t)i < c->count ? c->args[i].bits : 1;
}

static uint64_t size_of(const struct machine *m, const struct outcall *c, const struct effect_param *x, uint32_t i)
{
    uint64_t n = mem_product(argument_size(c, x->size_arg), argument_size(c, x->size_factor));
    return x->in_elements ? mem_product(n, pointee_size(m, c, i)) : n;
}

void run_take_as_written(struct machine *m, struct val p, unsigned depth)
{
    uint32_t id = p.undef ? 0 : memory_object_of(&m->mem, p);
    const struct object *o = &m->mem.objects.items[id];
    uint8_t *from = (uint8_t *)(uintptr_t)p.bits;
    if (!id || o->life != LIFE_LIVE || o->is_const || p.bits - o->base > o->size)
        return;
    uint64_t size = o->size - (p.bits - o->base);
    for (uint64_t at = (8 - p.bits % 8) % 8; depth && at + 8 <= size && at < 4096; at += 8) {
        struct val inner = run_memory_load(&m->mem, from + at, 8);
        if (inner.bits != p.bits)
            run_take_as_written(m, inner, depth - 1);
    }
    run_memory_set_init(&m->mem, from, size, true);
}

/* ---- the buffer -------------------------------------------------------------------------------------------------- */

bool run_bounce(struct machine *m, struct outcall *c, struct demands *d, uint32_t i, struct written *w, uint64_t size)
{
    if (!m->bounce)
        m->bounce = run_memory_reserve(BOUNCE);
    if (!m->bounce || size > BOUNCE / 2 || d->bounced + size > BOUNCE)
        return false;
    w->real = c->args[i];
    c->args[i] = (struct val){(uint64_t)(uintptr_t)m->bounce + d->bounced, 0, 0};
    d->bounced += (size + 15) / 16 * 16;
    return true;
}

static void come_back(struct machine *m, struct outcall *c, const struct written *w, uint64_t size)
{
    const uint8_t *from = (const uint8_t *)(uintptr_t)c->args[w->arg].bits;
    if (size)
        run_memory_copy(&m->mem, run_access(m->frame, w->real, size, true), from, size);
    if (c->code->result.is_pointer && c->result.bits - (uint64_t)(uintptr_t)from <= BOUNCE) {
        c->result.bits += w->real.bits - (uint64_t)(uintptr_t)from;
        c->result.object = w->real.object;
    }
}

/* ---- before ------------------------------------------------------------------------------------------------------ */

/* A line that fgets reads may have a NUL in it: where it ends shows when newlines stand where it did not write. */
enum { UNWRITTEN = '\n' };

static bool reads_line(const struct outcall *c)
{
    return !strcmp(c->x->name, "fgets");
}

static uint64_t line_size(const char *line, uint64_t room)
{
    const char *end = memchr(line, UNWRITTEN, room);
    uint64_t before = end ? (uint64_t)(end - line) : room;
    return before + 1 < room && !end[1] ? before + 2 : before;
}

/* What mktime takes of a time: all but the days of the week and of the year. */
static void demand_time(struct machine *m, const struct outcall *c, uint32_t i)
{
    const struct tm *t = (const struct tm *)(uintptr_t)c->args[i].bits;
    if (i || (strcmp(c->x->name, "mktime") && strcmp(c->x->name, "timegm")))
        return;
    run_access(m->frame, c->args[i], sizeof *t, true);
    if (!run_memory_is_init(&m->mem, t, offsetof(struct tm, tm_wday)) ||
        !run_memory_is_init(&m->mem, &t->tm_isdst, sizeof t->tm_isdst))
        run_fail_unset(m, "a member of the time that '%s' gets was never given a value", c->x->name);
}

/* The function may stop before it comes to the end of what is there. */
static void refuse_if_short(struct machine *m, const struct outcall *c, uint32_t i)
{
    const struct effect_param *x = effect_param(&c->x->effect, i);
    if (x->is_at_most && !c->args[i].undef && run_room(m, c->args[i]) < size_of(m, c, x, i))
        run_refuse(m, "how much '%s' needs of argument %u", c->x->name, i + 1);
}

static void demand_written(struct machine *m, struct outcall *c, struct demands *d, uint32_t i)
{
    const struct effect *e = &c->x->effect;
    const struct effect_param *x = effect_param(e, i);
    struct written w = {
        .arg = i, .result_arg = -1, .is_block = x->letter == 'a', .is_wide = strstr(c->x->name, "wprintf")};
    bool is_read =
        e->flags & EFFECT_INPUT_MEMORY && e->hi_arg >= 0 && (e->hi_arg == x->size_arg || e->hi_arg == x->size_factor);
    bool is_text = e->flags & EFFECT_INPUT_MEMORY && e->result == EFFECT_INTO;
    bool is_printed = pt_effect_has(e, 'F') || pt_effect_has(e, 'v');
    uint64_t room = run_room(m, c->args[i]), own_size = pointee_size(m, c, i);
    demand_time(m, c, i);
    if (is_printed && !w.is_wide && !w.is_block)
        w.most = x->size_arg >= 0 ? size_of(m, c, x, i) : UINT64_MAX;
    if (x->size_arg >= 0) {
        w.size = size_of(m, c, x, i);
        w.result_arg = is_read ? e->hi_arg : -1;
        w.times = is_read ? w.size / (c->args[e->hi_arg].bits ? c->args[e->hi_arg].bits : 1) : 0;
        bool may_write_less = x->letter == 'w' && (is_read || is_text || is_printed);
        if (w.size && may_write_less) {
            if (!is_read)
                w.size = UINT64_MAX;
            if (room < size_of(m, c, x, i) || w.size == UINT64_MAX)
                run_bounce(m, c, d, i, &w, size_of(m, c, x, i) < BOUNCE / 2 ? size_of(m, c, x, i) : BOUNCE / 2);
            if (w.real.bits && reads_line(c)) {
                w.most = size_of(m, c, x, i);
                memset((void *)(uintptr_t)c->args[i].bits, UNWRITTEN, w.most);
            } else
                run_access(m->frame, c->args[i], w.size, true);
        } else if (w.size) {
            refuse_if_short(m, c, i);
            run_access(m->frame, c->args[i], w.size, true);
        }
    } else if (own_size > 1) { /* it may be the first of several */
        run_access(m->frame, c->args[i], own_size, true);
        w.size = room == UINT64_MAX ? own_size : room;
    } else if (own_size == 1 &&
               x->letter != 'w') { /* text that is changed in place; a literal's end is only looked for */
        run_access(m->frame, c->args[i], 1, !strstr(c->x->name, "basename") && !strstr(c->x->name, "dirname"));
        w.size = run_string(m, c->args[i], UINT64_MAX) + 1;
    } else {
        run_access(m->frame, c->args[i], 1, true);
        w.size = own_size == 1 ? UINT64_MAX : room; /* text, or as much as there is */
        if (own_size == 1)
            run_bounce(m, c, d, i, &w, is_printed ? BOUNCE / 2 : 1 << 20);
    }
    if (!w.real.bits && w.size != UINT64_MAX && w.size <= room) /* pointers in it may be moved */
        run_memory_forget_origins(&m->mem, (void *)(uintptr_t)c->args[i].bits, w.size);
    if (d->count < 64)
        d->list[d->count++] = w;
}

/* How much of `size` bytes a function looks at that stops where it finds a byte. */
static uint64_t looked_at(struct machine *m, const struct outcall *c, uint32_t i, int byte, uint64_t size)
{
    uint64_t room = c->args[i].undef ? 0 : run_room(m, c->args[i]), there = room < size ? room : size;
    const char *from = (const char *)(uintptr_t)c->args[i].bits, *found = there ? memchr(from, byte, there) : NULL;
    return found ? (uint64_t)(found - from) + 1 : size;
}

/* Of text, with its end; of text without one, more than there is. */
static uint64_t text_size(struct machine *m, const struct outcall *c, uint32_t i)
{
    uint64_t room = c->args[i].undef ? 0 : run_room(m, c->args[i]);
    const char *from = (const char *)(uintptr_t)c->args[i].bits;
    return (room == UINT64_MAX ? strlen(from) : room ? strnlen(from, room) : 0) + 1;
}

static bool compares_text(const struct outcall *c)
{
    static const char *const names[] = {"strcmp", "strncmp", "strcasecmp", "strncasecmp"};
    return c->count >= 2 && run_is_named(names, sizeof names / sizeof *names, c->x->name);
}

/* How many characters of two strings decide which is smaller, of `size` at most: as far as they are alike, and one
 * more. */
static uint64_t compared(struct machine *m, const struct outcall *c, uint64_t size)
{
    const char *a = (const char *)(uintptr_t)c->args[0].bits, *b = (const char *)(uintptr_t)c->args[1].bits;
    uint64_t room_a = run_room(m, c->args[0]), room_b = run_room(m, c->args[1]), n = 0;
    uint64_t there = room_a < room_b ? room_a : room_b, most = there < size ? there : size;
    bool has_case = strstr(c->x->name, "case");
    if (c->args[0].undef || c->args[1].undef)
        return size;
    while (n < most && a[n] && (has_case ? tolower((uint8_t)a[n]) == tolower((uint8_t)b[n]) : a[n] == b[n]))
        n++;
    return n < most ? n + 1 : size;
}

/* Behind a pointer to a number or another pointer: it has a value. What a structure has may be padding. */
static void demand_number(struct machine *m, const struct outcall *c, uint32_t i)
{
    const struct cwi_type *t = cwi_type_of(m->u, c->code->args[i].type);
    struct shape s = t->kind == CWI_PTR && t->of ? run_shape_of(m->u, t->of) : (struct shape){0};
    bool is_number = run_is_scalar(s) && s.size > 1;
    if (is_number && !run_memory_is_init(&m->mem, run_access(m->frame, c->args[i], s.size, false), s.size))
        run_fail_unset(m, "what argument %u of '%s' points to was never given a value", i + 1, c->x->name);
}

/* The blocks that readv and its kin fill, or write. */
static void demand_vectors(struct machine *m, struct outcall *c, uint32_t i, bool is_write)
{
    enum { MOST = 1024 }; /* IOV_MAX */
    uint64_t count = i + 1 < c->count && c->args[i + 1].bits <= MOST ? c->args[i + 1].bits : 0;
    const uint8_t *v = count ? run_access(m->frame, c->args[i], 16 * count, false) : NULL;
    for (uint64_t k = 0; k < count; k++) {
        struct val block = run_memory_load(&m->mem, v + 16 * k, 8), size = run_memory_load(&m->mem, v + 16 * k + 8, 8);
        if (block.undef || size.undef)
            run_fail_unset(m, "block %llu that '%s' gets was never given a place or a size", (unsigned long long)k + 1,
                           c->x->name);
        if (size.bits)
            run_access(m->frame, block, size.bits, is_write);
    }
}

static void demand_read(struct machine *m, struct outcall *c, uint32_t i)
{
    const struct effect_param *x = effect_param(&c->x->effect, i);
    uint64_t size = x->size_arg >= 0 ? size_of(m, c, x, i) : pointee_size(m, c, i);
    if (!strcmp(c->x->name, "memchr"))
        size = looked_at(m, c, i, (int)c->args[1].bits, size);
    else if (!strcmp(c->x->name, "memccpy"))
        size = looked_at(m, c, i, (int)c->args[2].bits, size);
    else if (!strcmp(c->x->name, "strnlen"))
        size = looked_at(m, c, i, 0, size);
    else if (!strcmp(c->x->name, "strchr"))
        size = looked_at(m, c, i, (int)c->args[1].bits, text_size(m, c, i));
    else if (compares_text(c))
        size = compared(m, c, c->count > 2 ? c->args[2].bits : UINT64_MAX);
    else if (x->is_string && x->size_arg < 0)
        size = UINT64_MAX;
    else
        refuse_if_short(m, c, i);
    if (x->size_arg < 0 && !x->is_string && x->letter == 'r')
        demand_number(m, c, i);
    if (x->is_string)
        run_text(m, c->args[i], pointee_size(m, c, i) == sizeof(wchar_t) ? sizeof(wchar_t) : 1, size);
    else if (size)
        run_access(m->frame, c->args[i], size, false);
}

/* A stream or a directory: the library would use, or free, what is no longer there. */
static void demand_open(struct machine *m, const struct outcall *c, uint32_t i)
{
    uint32_t is_closed;
    if (c->args[i].undef)
        run_fail_unset(m, "argument %u of '%s' is a pointer that was never given a value", i + 1, c->x->name);
    if (base_map64_get(&m->closed, c->args[i].bits, &is_closed) && is_closed)
        run_fail(m, "argument %u of '%s' was closed before", i + 1, c->x->name);
    if (memory_has(&m->mem, c->args[i].bits)) /* an object that stands for one, of a rule */
        run_refuse(m, "argument %u of '%s' is nothing that the library has opened", i + 1, c->x->name);
}

/* It reads or writes nothing, and looks at no stream: fread of no elements, fgets without room for a character, a
 * character back that is none, a line that would go nowhere. */
static bool does_nothing(const struct machine *m, const struct outcall *c)
{
    const char *name = c->x->name;
    bool is_line = strstr(name, "getline") || strstr(name, "getdelim");
    if (is_line && c->count > 1 && (!c->args[0].bits || !c->args[1].bits))
        return true;
    if (str_begins(name, "unget") && (int)c->args[0].bits == EOF)
        return true;
    for (uint32_t i = 0; i < c->count; i++) {
        const struct effect_param *x = effect_param(&c->x->effect, i);
        bool is_line_size = x->size_factor < 0; /* an int */
        if (x->size_arg >= 0 && strchr("rw", x->letter) &&
            (is_line_size ? (int)argument_size(c, x->size_arg) <= 1 : !size_of(m, c, x, i)))
            return true;
    }
    return false;
}

void run_demand_streams(struct machine *m, const struct outcall *c)
{
    const struct effect *e = &c->x->effect;
    for (uint32_t i = 0; e->name && !e->from_note && i < c->count; i++) {
        const struct effect_param *x = effect_param(e, i);
        bool is_null = x->letter == 's' && c->code->args[i].t.is_pointer && !c->args[i].bits && !c->args[i].undef;
        if (is_null && !x->may_be_null && !does_nothing(m, c))
            run_fail_memory(m, RUN_NULL_FAULT, "argument %u of '%s' is a null pointer", i + 1, c->x->name);
    }
}

/* The library calls a function that is handed to it: where nothing outside may change, not every one. */
static void demand_function(struct machine *m, const struct outcall *c, uint32_t i)
{
    uint32_t func;
    if ((!m->cfg->is_closed && !m->is_repeated) || !base_map64_get(&m->closures, c->args[i].bits, &func) ||
        cwi_func_of(m->u, func)->block_count)
        return;
    const struct external *handed = run_external(m, &m->funcs[func]);
    if (!run_is_handed_inside(handed))
        run_refuse_outside(m, handed->name);
}

void run_note_closed(struct machine *m, const struct outcall *c)
{
    const struct effect *e = &c->x->effect;
    uint32_t known;
    for (uint32_t i = 0; e->flags & EFFECT_CLOSES && i < c->count; i++)
        if (effect_letter(e, i) == 's' && c->code->args[i].t.is_pointer && c->args[i].bits)
            base_map64_put(&m->closed, c->args[i].bits, 1);
    if (c->code->result.is_pointer && base_map64_get(&m->closed, c->result.bits, &known))
        base_map64_put(&m->closed, c->result.bits, 0);
}

/* fmemopen with a mode that does not write. */
static bool is_opened_to_read(struct machine *m, const struct outcall *c)
{
    if (strcmp(c->x->name, "fmemopen") || c->count < 3 || !c->args[2].bits)
        return false;
    uint64_t length = run_string(m, c->args[2], UINT64_MAX);
    const char *mode = (const char *)(uintptr_t)c->args[2].bits;
    return *mode == 'r' && !memchr(mode, '+', length);
}

void run_demand(struct machine *m, struct outcall *c, struct demands *d)
{
    const struct effect *e = &c->x->effect;
    for (uint32_t i = 0; i < c->count; i++) {
        const struct effect_param *x = effect_param(e, i);
        char letter = x->letter;
        static const char *const vectors[] = {"readv", "preadv", "writev", "pwritev"};
        if (letter == 's' && c->code->args[i].t.is_pointer)
            demand_open(m, c, i);
        bool is_scalar = run_is_scalar(c->code->args[i].t) && !c->code->args[i].t.is_pointer;
        if (is_scalar && c->args[i].undef && e->known && i < e->param_count && !(e->flags & EFFECT_CONST))
            run_fail_unset(m, "argument %u of '%s' was never given a value", i + 1, c->x->name);
        if (!c->code->args[i].t.is_pointer || strchr("-s", letter))
            continue;
        if (c->args[i].undef)
            run_fail_unset(m, "argument %u of '%s' is a pointer that was never given a value", i + 1, c->x->name);
        bool is_converted = i + 1 >= e->param_count && (pt_effect_has(e, 'F') || pt_effect_has(e, 'S')) &&
                            letter != 'F' && letter != 'S';
        bool is_needed = pt_effect_is_pointer(e, i) && !is_converted && !pt_effect_takes_null(e, i) &&
                         (x->size_arg < 0 || size_of(m, c, x, i));
        if (!c->args[i].bits && is_needed && e->known)
            run_fail_memory(m, RUN_NULL_FAULT, "argument %u of '%s' is a null pointer", i + 1, c->x->name);
        bool is_remembered = effect_remembers(e, i);
        if (!c->args[i].bits && is_remembered && !m->is_text_begun)
            run_fail_memory(m, RUN_NULL_FAULT, "argument %u of '%s' is a null pointer, and no text was given before",
                            i + 1, c->x->name);
        m->is_text_begun |= is_remembered;
        if (!c->args[i].bits)
            continue;
        if (pt_effect_calls(e, i))
            demand_function(m, c, i);
        uint32_t kept =
            strchr("khs", letter) || !e->known || is_remembered ? run_memory_owner(&m->mem, c->args[i].bits) : 0;
        if (kept)
            m->mem.objects.items[kept].is_kept = true;
        if (letter == 'k' && x->size_arg >= 0)
            run_access(m->frame, c->args[i], size_of(m, c, x, i), !is_opened_to_read(m, c));
        if (strchr("de", letter) && run_is_named(vectors, sizeof vectors / sizeof *vectors, c->x->name))
            demand_vectors(m, c, i, letter == 'd');
        if (letter == 'F' || letter == 'S')
            run_demand_formatted(m, c, d, i, letter == 'S');
        else if (letter == 'v' || letter == 'V')
            run_demand_list(m, c->args[i]);
        else if (!e->known || strchr("dqku", letter) || (i >= e->param_count && !is_converted))
            run_take_as_written(m, c->args[i], 3);
        else if (is_converted)
            continue;
        else if (strchr("wbcapl", letter))
            demand_written(m, c, d, i);
        else if (strchr("reh", letter))
            demand_read(m, c, i);
    }
}

/* ---- after ------------------------------------------------------------------------------------------------------- */

/* A pointer to a block that the library made: the block becomes one of the program's. */
static void adopt_block(struct machine *m, const struct outcall *c, uint8_t *cell, bool is_text)
{
    struct val p = run_memory_load(&m->mem, cell, 8);
    if (p.bits < 65536 || memory_has(&m->mem, p.bits))
        return;
    void *block = (void *)(uintptr_t)p.bits;
    run_memory_store(&m->mem, cell, 8,
                     run_adopt(m, block, is_text ? strlen(block) + 1 : malloc_usable_size(block), c->at->src));
}

/* Whether the argument is of type char **. */
static bool is_text_block(const struct machine *m, const struct outcall *c, uint32_t i)
{
    const struct cwi_type *t = cwi_type_of(m->u, c->code->args[i].type);
    for (int k = 0; k < 2; k++)
        t = t && t->kind == CWI_PTR && t->of ? cwi_type_of(m->u, t->of) : NULL;
    return t && t->kind == CWI_INT && t->size == 1;
}

static void met(struct machine *m, struct outcall *c, struct written *w)
{
    struct val to = w->at.bits ? w->at : c->args[w->arg];
    const char *at = (const char *)(uintptr_t)to.bits;
    uint64_t size = w->size;
    int64_t result = (int64_t)c->result.bits;
    if (w->result_arg >= 0)
        size = result < 0 ? 0 : (uint64_t)result * w->times;
    else if (size == UINT64_MAX && c->code->result.is_pointer && !c->result.bits)
        size = 0; /* nothing was read */
    else if (size == UINT64_MAX && w->most && reads_line(c))
        size = line_size(at, w->most);
    else if (size == UINT64_MAX && w->most && (int32_t)result >= 0)
        size = (uint64_t)result + 1 < w->most ? (uint64_t)result + 1 : w->most;
    else if (size == UINT64_MAX)
        size = w->is_wide ? (wcslen((const wchar_t *)at) + 1) * sizeof(wchar_t) : strlen(at) + 1;
    if (!w->real.bits && w->size == UINT64_MAX && size)
        run_access(m->frame, to, size, true); /* it is too late for other objects, but the run ends here */
    if (w->real.bits)
        come_back(m, c, w, size);
    else if (size)
        run_memory_set_init(&m->mem, at, size, true);
    if (strchr("bpcla", effect_letter(&c->x->effect, w->arg)))
        run_memory_find_origins(&m->mem, at, size);
    if (w->is_block && size == 8 && result >= 0)
        adopt_block(m, c, (uint8_t *)(uintptr_t)to.bits, !w->at.bits && is_text_block(m, c, w->arg));
    w->size = size;
}

void run_demands_met(struct machine *m, struct outcall *c, struct demands *d)
{
    bool is_scan = pt_effect_has(&c->x->effect, 'S');
    uint64_t assigned = is_scan && (int32_t)c->result.bits > 0 ? c->result.bits : 0;
    if (is_scan && assigned < d->count)
        d->count = (uint32_t)assigned; /* the others are not written */
    for (uint32_t i = 0; i < d->count; i++)
        met(m, c, &d->list[i]);
}
