/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions of the library that the machine does itself: the heap, and bytes moved with what is known of them. Sources:
 * ISO C11, 7.22.3 and 7.24; the Linux manual pages.
 */
#include "runtime/run/trace/trace.h"
#include "external.h"

#include <errno.h>
#include <stdio.h>

own_function *run_find_own(const struct own_row *rows, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(rows[i].name, name))
            return rows[i].own;
    return NULL;
}

/* ---- the heap ---------------------------------------------------------------------------------------------------- */

static bool give_block(struct machine *m, struct outcall *c, uint64_t size, uint64_t align)
{
    enum { SURE = 1 << 28 }; /* natively more may be there, or not */
    if (m->cfg->is_closed && size > SURE)
        run_refuse(m, "whether there are %llu bytes", (unsigned long long)size);
    if (run_trace_fails(m, c->x->id, c->at->src)) {
        c->result = (struct val){0, 0, 0};
        *m->error_number = ENOMEM;
        return true;
    }
    uint32_t id = run_memory_allocate(&m->mem, size, align);
    c->result = id ? (struct val){m->mem.objects.items[id].base, id, 0} : (struct val){0, 0, 0};
    if (id)
        m->mem.objects.items[id].made = c->at->src, run_trace_allocated(m, c->result.bits, size);
    else
        *m->error_number = ENOMEM;
    return true;
}

static uint64_t size_argument(struct machine *m, const struct outcall *c, uint32_t i)
{
    if (c->args[i].undef)
        run_fail_unset(m, "the size given to '%s' was never given a value", c->x->name);
    return c->args[i].bits;
}

static bool do_malloc(struct machine *m, struct outcall *c)
{
    return give_block(m, c, size_argument(m, c, 0), GRANULE);
}

static bool do_calloc(struct machine *m, struct outcall *c)
{
    uint64_t size = mem_product(size_argument(m, c, 0), size_argument(m, c, 1));
    give_block(m, c, size, GRANULE);
    if (c->result.bits) {
        memset((void *)(uintptr_t)c->result.bits, 0, size);
        run_memory_set_init(&m->mem, (void *)(uintptr_t)c->result.bits, size, true);
    }
    return true;
}

static bool do_aligned(struct machine *m, struct outcall *c)
{
    return give_block(m, c, size_argument(m, c, 1), size_argument(m, c, 0));
}

static bool do_valloc(struct machine *m, struct outcall *c)
{
    return give_block(m, c, size_argument(m, c, 0), 4096);
}

static bool do_posix_memalign(struct machine *m, struct outcall *c)
{
    uint64_t align = size_argument(m, c, 1);
    if (align < 8 || align & (align - 1)) {
        c->result = (struct val){EINVAL, 0, 0};
        return true;
    }
    give_block(m, c, size_argument(m, c, 2), align);
    if (c->result.bits)
        run_memory_store(&m->mem, run_access(m->frame, c->args[0], 8, true), 8, c->result);
    c->result = (struct val){c->result.bits ? 0 : ENOMEM, 0, 0};
    return true;
}

/* The block of the heap that a pointer leads to; 0: it came from the host's allocator. */
static uint32_t block_of(struct machine *m, const struct outcall *c, struct val p)
{
    if (p.undef)
        run_fail_unset(m, "'%s' gets a pointer that was never given a value", c->x->name);
    uint32_t id = memory_object_of(&m->mem, p);
    if (!id && !memory_has(&m->mem, p.bits))
        return 0;
    const struct object *o = &m->mem.objects.items[id];
    bool is_block = id && o->kind == OBJECT_BLOCK;
    if (is_block && o->life == LIFE_ENDED)
        run_fail_memory(m, RUN_TWICE_FAULT, "a block is freed that was freed before: %s",
                        run_describe(m, id, p.bits, 0));
    if (is_block && o->may_be_larger && p.bits < o->base)
        run_refuse(m, "it depends on where in its block an argument leads to");
    if (!is_block || o->base != p.bits)
        run_fail_memory(m, RUN_FREE_FAULT, "what is freed is no block of the heap: %s", run_describe(m, id, p.bits, 0));
    return id;
}

static bool do_free(struct machine *m, struct outcall *c)
{
    struct val p = c->args[0];
    if (!p.bits && !p.undef)
        return true;
    uint32_t id = block_of(m, c, p);
    if (id)
        run_memory_finish(&m->mem, id, c->at->src);
    else
        free((void *)(uintptr_t)p.bits);
    return true;
}

static bool resize(struct machine *m, struct outcall *c, uint64_t size)
{
    struct val p = c->args[0];
    uint32_t id = p.bits || p.undef ? block_of(m, c, p) : 0;
    uint64_t old = id ? m->mem.objects.items[id].size : 0;
    if (p.bits && !id)
        run_refuse(m, "'%s' of a block that the library made", c->x->name);
    give_block(m, c, size, GRANULE);
    if (!c->result.bits || !id)
        return true;
    run_memory_copy(&m->mem, (void *)(uintptr_t)c->result.bits, (void *)(uintptr_t)p.bits, old < size ? old : size);
    run_memory_finish(&m->mem, id, c->at->src);
    return true;
}

static bool do_realloc(struct machine *m, struct outcall *c)
{
    uint64_t size = size_argument(m, c, 1);
    if (!size && c->args[0].bits) { /* as glibc does */
        do_free(m, c);
        c->result = (struct val){0, 0, 0};
        return true;
    }
    return resize(m, c, size);
}

static bool do_reallocarray(struct machine *m, struct outcall *c)
{
    return resize(m, c, mem_product(size_argument(m, c, 1), size_argument(m, c, 2)));
}

static bool do_usable_size(struct machine *m, struct outcall *c)
{
    c->result.bits = c->args[0].bits ? run_room(m, c->args[0]) : 0;
    return true;
}

/* Freed when the function returns; an array of variable length also when its declaration is met again. */
static bool do_alloca(struct machine *m, struct outcall *c)
{
    bool is_array = strcmp(c->x->name, "alloca") != 0;
    size_t n = m->alloca_blocks.count;
    if (is_array && n > m->frame->blocks && m->mem.objects.items[m->alloca_blocks.items[n - 1]].made == c->at->src)
        run_memory_finish(&m->mem, m->alloca_blocks.items[--m->alloca_blocks.count], c->at->src);
    give_block(m, c, size_argument(m, c, 0), GRANULE);
    if (!c->result.bits)
        run_fail(m, "the stack is used up");
    m->mem.objects.items[c->result.object].kind = OBJECT_ALLOCA;
    vec_push(&m->alloca_blocks, c->result.object);
    return true;
}

/* The buffer is a block of the program's, which the host's function could not enlarge. */
static bool read_line(struct machine *m, struct outcall *c, int delimiter, uint64_t stream)
{
    uint8_t *line = run_access(m->frame, c->args[0], 8, true), *size = run_access(m->frame, c->args[1], 8, true);
    struct val old = run_memory_load(&m->mem, line, 8), room = run_memory_load(&m->mem, size, 8);
    char *text = NULL;
    size_t capacity = 0;
    ssize_t n;
    if (!run_log_gives_text(m, &text, &n)) {
        errno = *m->error_number;
        n = getdelim(&text, &capacity, delimiter, (FILE *)(uintptr_t)stream);
        *m->error_number = errno;
        run_log_takes_text(m, text, n);
    }
    bool is_new = !old.bits || !room.bits;
    uint64_t needed = n >= 0 ? (uint64_t)n + 1 : 0, least = is_new ? 120 : room.bits;
    if (is_new || needed > least) { /* as glibc does */
        struct outcall grow = *c;
        struct val args[2] = {old, {needed <= least ? least : needed < 2 * least ? 2 * least : needed, 0, 0}};
        grow.args = args;
        resize(m, &grow, args[1].bits);
        if (grow.result.bits || is_new) {
            run_memory_store(&m->mem, line, 8, grow.result);
            run_memory_store(&m->mem, size, 8, args[1]);
        }
        old = grow.result;
        n = old.bits ? n : -1;
    }
    if (n >= 0)
        run_memory_copy(&m->mem, run_access(m->frame, old, (uint64_t)n + 1, true), text, (uint64_t)n + 1);
    free(text);
    c->result = (struct val){(uint64_t)n, 0, 0};
    return true;
}

static bool do_getline(struct machine *m, struct outcall *c)
{
    return read_line(m, c, '\n', c->args[2].bits);
}

static bool do_getdelim(struct machine *m, struct outcall *c)
{
    return read_line(m, c, (int)c->args[2].bits, c->args[3].bits);
}

own_function *run_own_library(const char *name)
{
    static const struct own_row rows[] = {
        {"aligned_alloc", do_aligned},
        {"alloca", do_alloca},
        {"alloca_with_align", do_alloca},
        {"alloca_with_align_and_max", do_alloca},
        {"calloc", do_calloc},
        {"free", do_free},
        {"getdelim", do_getdelim},
        {"__getdelim", do_getdelim},
        {"getline", do_getline},
        {"malloc", do_malloc},
        {"malloc_usable_size", do_usable_size},
        {"memalign", do_aligned},
        {"posix_memalign", do_posix_memalign},
        {"realloc", do_realloc},
        {"reallocarray", do_reallocarray},
        {"valloc", do_valloc},
    };
    return run_find_own(rows, sizeof rows / sizeof *rows, name);
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

static struct val behind(struct val p, uint64_t n)
{
    p.bits += n;
    return p;
}

static void refuse_overlap(struct machine *m, const uint8_t *a, uint64_t size_a, const uint8_t *b, uint64_t size_b)
{
    if (a < b + size_b && b < a + size_a)
        run_fail(m, "what is copied and where it is copied to overlap");
}

static bool do_memory_copy(struct machine *m, struct outcall *c)
{
    uint64_t n = size_argument(m, c, 2);
    bool may_overlap = !strcmp(c->x->name, "memmove");
    c->result = !strcmp(c->x->name, "mempcpy") ? behind(c->args[0], n) : c->args[0];
    if (!n)
        return true;
    const uint8_t *from = run_access(m->frame, c->args[1], n, false);
    uint8_t *to = run_access(m->frame, c->args[0], n, true);
    if (!may_overlap && from != to)
        refuse_overlap(m, from, n, to, n);
    run_memory_copy(&m->mem, to, from, n);
    return true;
}

static bool do_memory_set(struct machine *m, struct outcall *c)
{
    uint64_t n = size_argument(m, c, 2);
    c->result = c->args[0];
    if (!n)
        return true;
    uint8_t *to = run_access(m->frame, c->args[0], n, true);
    memset(to, (int)c->args[1].bits, n);
    run_memory_set_init(&m->mem, to, n, !c->args[1].undef);
    return true;
}

/* Functions of strings stay inside of the member that they are given; those of bytes may be meant for more. */
static void check_member(struct machine *m, const struct outcall *c, uint64_t size)
{
    uint64_t member = c->code->args[0].member;
    if (size > member)
        run_fail_memory(m, RUN_MEMORY_FAULT, "%llu bytes are written to a member of %llu", (unsigned long long)size,
                        (unsigned long long)member);
}

/* Bytes of a character: wcscpy and its kin have wide ones. */
static unsigned unit_of(const struct outcall *c)
{
    return strncmp(c->x->name, "wc", 2) ? 1 : sizeof(wchar_t);
}

/* A pointer to the end of what was written is the result of stpcpy, stpncpy, wcpcpy and wcpncpy. */
static void give_end(struct outcall *c, uint64_t n)
{
    bool is_end = strstr(c->x->name, "pcpy") || strstr(c->x->name, "pncpy");
    c->result = is_end ? behind(c->args[0], n * unit_of(c)) : c->args[0];
}

/* Copies n characters and a zero to where the first argument points, `skip` characters further. */
static void put_string(struct machine *m, struct outcall *c, uint64_t skip, uint64_t n)
{
    unsigned unit = unit_of(c);
    check_member(m, c, (skip + n + 1) * unit);
    uint8_t *to = run_access(m->frame, behind(c->args[0], skip * unit), (n + 1) * unit, true);
    const uint8_t *from = (const uint8_t *)(uintptr_t)c->args[1].bits;
    refuse_overlap(m, from, (n + 1) * unit, to, (n + 1) * unit);
    run_memory_copy(&m->mem, to, from, n * unit);
    memset(to + n * unit, 0, unit);
    run_memory_set_init(&m->mem, to + n * unit, unit, true);
}

static bool do_strcpy(struct machine *m, struct outcall *c)
{
    uint64_t n = run_text(m, c->args[1], unit_of(c), UINT64_MAX);
    put_string(m, c, 0, n);
    give_end(c, n);
    return true;
}

static bool do_strcat(struct machine *m, struct outcall *c)
{
    bool is_bounded = strstr(c->x->name, "ncat");
    uint64_t n = run_text(m, c->args[1], unit_of(c), is_bounded ? size_argument(m, c, 2) : UINT64_MAX);
    put_string(m, c, run_text(m, c->args[0], unit_of(c), UINT64_MAX), n);
    c->result = c->args[0];
    return true;
}

static bool do_strncpy(struct machine *m, struct outcall *c)
{
    unsigned unit = unit_of(c);
    uint64_t size = size_argument(m, c, 2), n = run_text(m, c->args[1], unit, size);
    give_end(c, n);
    if (!size)
        return true;
    check_member(m, c, mem_product(size, unit));
    uint8_t *to = run_access(m->frame, c->args[0], mem_product(size, unit), true);
    const uint8_t *from = (const uint8_t *)(uintptr_t)c->args[1].bits;
    if (n)
        refuse_overlap(m, from, n * unit, to, size * unit);
    run_memory_copy(&m->mem, to, from, n * unit);
    memset(to + n * unit, 0, (size - n) * unit);
    run_memory_set_init(&m->mem, to + n * unit, (size - n) * unit, true);
    return true;
}

own_function *run_own_string(const char *name)
{
    static const struct own_row rows[] = {
        {"memcpy", do_memory_copy}, {"memmove", do_memory_copy}, {"mempcpy", do_memory_copy}, {"memset", do_memory_set},
        {"stpcpy", do_strcpy},      {"stpncpy", do_strncpy},     {"strcat", do_strcat},       {"strcpy", do_strcpy},
        {"strncat", do_strcat},     {"strncpy", do_strncpy},     {"wcpcpy", do_strcpy},       {"wcpncpy", do_strncpy},
        {"wcscat", do_strcat},      {"wcscpy", do_strcpy},       {"wcsncat", do_strcat},      {"wcsncpy", do_strncpy},
    };
    return run_find_own(rows, sizeof rows / sizeof *rows, name);
}
