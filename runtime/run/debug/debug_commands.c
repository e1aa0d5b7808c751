/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The commands of the debugger, and values as users read them.
 */
#include "debug.h"
#include "runtime/cwi/edit.h"

#include <ctype.h>
#include <stdio.h>

/* ---- values ------------------------------------------------------------------------------------------------------ */

enum { MOST_ELEMENTS = 20, MOST_TEXT = 200, MOST_DEPTH = 6 };

static void print_text(struct machine *m, const uint8_t *at, uint64_t size)
{
    run_debug_say(m, "\"");
    for (uint64_t i = 0; i < size && at[i] && i < MOST_TEXT; i++)
        run_debug_say(m, at[i] == '\n' ? "\\n" : at[i] < ' ' || at[i] > '~' ? "\\x%02x" : "%c", at[i]);
    run_debug_say(m, "\"");
}

static void print_pointer(struct machine *m, const struct cwi_type *t, struct val v)
{
    uint32_t id = memory_object_of(&m->mem, v), func;
    const struct cwi_type *of = t && t->kind == CWI_PTR && t->of ? cwi_type_of(m->u, t->of) : NULL;
    run_debug_say(m, "0x%llx", (unsigned long long)v.bits);
    if (base_map64_get(&m->closures, v.bits, &func))
        run_debug_say(m, " <%s>", cwi_func_of(m->u, func)->name);
    if (!id)
        return;
    const struct object *o = &m->mem.objects.items[id];
    const struct cwi_var *x = o->var ? cwi_var_of(m->u, o->var) : NULL;
    long long at = (long long)(v.bits - o->base);
    if (x && x->name && x->linkage != CWI_LITERAL)
        run_debug_say(m, at ? " <%s+%lld>" : " <%s>", x->name, at);
    else if (!x)
        run_debug_say(m, at ? " <block of %llu+%lld>" : " <block of %llu>", (unsigned long long)o->size, at);
    if (o->life != LIFE_LIVE)
        run_debug_say(m, ", which has ended");
    else if (of && of->kind == CWI_INT && of->size == 1 && v.bits - o->base <= o->size) {
        run_debug_say(m, " ");
        print_text(m, (uint8_t *)(uintptr_t)v.bits, o->size - (v.bits - o->base));
    }
}

static void print_scalar(struct machine *m, const struct cwi_type *t, struct shape s, struct val v)
{
    if (v.undef)
        run_debug_say(m, "<no value>");
    else if (s.is_pointer)
        print_pointer(m, t, v);
    else if (s.form == FORM_FLOAT)
        run_debug_say(m, "%.9g", run_float(v.bits));
    else if (s.form == FORM_DOUBLE)
        run_debug_say(m, "%.17g", run_double(v.bits));
    else {
        for (uint32_t i = 0; i < t->enumerator_count; i++)
            if ((uint64_t)t->enumerators[i].value == v.bits) {
                run_debug_say(m, "%s", t->enumerators[i].name);
                return;
            }
        run_debug_say(m, s.is_signed ? "%lld" : "%llu", (long long)v.bits);
        if (s.size == 1 && s.bits == 8 && v.bits >= ' ' && v.bits <= '~')
            run_debug_say(m, " '%c'", (char)v.bits);
    }
}

static void print_memory(struct machine *m, cwi_id type, const uint8_t *at, unsigned depth);

static void print_fields(struct machine *m, const struct cwi_type *t, const uint8_t *at, unsigned depth)
{
    run_debug_say(m, "{");
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct cwi_field *f = &t->fields[i];
        run_debug_say(m, "%s%s%s", i ? ", " : "", f->name ? f->name : "", f->name ? " = " : "");
        if (f->bit_width) {
            struct place_code p = {.base = BASE_POINTER,
                                   .t = run_shape_of(m->u, f->type),
                                   .bit_pos = f->bit_pos,
                                   .bit_width = f->bit_width};
            print_scalar(m, cwi_type_of(m->u, f->type), p.t, run_load(m, at + f->offset, &p));
        } else {
            print_memory(m, f->type, at + f->offset, depth + 1);
        }
    }
    run_debug_say(m, "}");
}

static void print_elements(struct machine *m, const struct cwi_type *t, const uint8_t *at, unsigned depth)
{
    const struct cwi_type *of = cwi_type_of(m->u, t->of);
    if (of->kind == CWI_INT && of->size == 1 && run_memory_is_init(&m->mem, at, 1)) {
        print_text(m, at, t->count);
        return;
    }
    run_debug_say(m, "{");
    for (uint64_t i = 0; i < t->count && i < MOST_ELEMENTS; i++) {
        run_debug_say(m, i ? ", " : "");
        print_memory(m, t->of, at + i * of->size, depth + 1);
    }
    run_debug_say(m, t->count > MOST_ELEMENTS ? ", ...}" : "}");
}

static void print_memory(struct machine *m, cwi_id type, const uint8_t *at, unsigned depth)
{
    const struct cwi_type *t = cwi_type_of(m->u, type);
    struct shape s = run_shape_of(m->u, type);
    long double wide;
    if (depth > MOST_DEPTH)
        run_debug_say(m, "...");
    else if (t->kind == CWI_STRUCT || t->kind == CWI_UNION)
        print_fields(m, t, at, depth);
    else if (t->kind == CWI_ARRAY && t->count != CWI_UNKNOWN)
        print_elements(m, t, at, depth);
    else if (s.form == FORM_LONG_DOUBLE) {
        memcpy(&wide, at, sizeof wide);
        run_debug_say(m, "%.21Lg", wide);
    } else if (s.form == FORM_INT || s.form == FORM_FLOAT || s.form == FORM_DOUBLE) {
        struct val v = run_memory_load(&m->mem, at, (uint32_t)s.size);
        v.bits = s.form == FORM_INT ? run_fit(v.bits, s) : v.bits;
        print_scalar(m, t, s, v);
    } else {
        run_debug_say(m, "<%llu bytes>", (unsigned long long)t->size);
    }
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

/* NULL after a message. */
static const struct cwi_expr *parse(struct machine *m, const char *text)
{
    struct diag d = {0};
    const struct cwi_expr *e = NULL;
    if (!m->frame) {
        run_debug_say(m, "the program has ended\n");
        return NULL;
    }
    struct note_source *source = note_text_source(m->arena, "-", text, strlen(text), 1, 1);
    if (note_parse_expr(m->arena, source, note_unit_resolver(m->arena, m->unit, m->frame->fn->id), &e, &d)) {
        run_debug_say(m, "%s\n", d.text);
        return NULL;
    }
    return e;
}

/* Where an lvalue lies. False after a message. */
static bool locate(struct machine *m, const struct cwi_expr *e, struct location *out)
{
    struct frame *f = m->frame;
    struct shape t = run_shape_of(m->u, e->type);
    const struct node *n = run_compile_expr(m, f->fn, e);
    if (n && n->kind == NODE_REGISTER) {
        out->is_register = true;
        out->serial = f->serial;
        out->frame = (uint32_t)(f - m->frames);
        out->slot = n->slot;
        return true;
    }
    struct cwi_expr *address = ARENA_NEW(m->arena, struct cwi_expr);
    struct cwi_type pointer = {.kind = CWI_PTR, .bits = 64, .size = 8, .of = e->type};
    *address = (struct cwi_expr){.kind = CWI_ADDR, .type = cwi_add_type(m->unit, &pointer), .a = e};
    n = n && cwi_is_lvalue(e) ? run_compile_expr(m, f->fn, address) : NULL;
    if (!n) {
        run_debug_say(m, cwi_is_lvalue(e) ? "the function never uses it\n" : "it has no place in memory\n");
        return false;
    }
    struct val p = run_eval(n, f);
    out->address = (uint64_t)(uintptr_t)run_access(f, p, t.size, false);
    uint64_t in_frame = out->address - (uint64_t)(uintptr_t)f->base;
    if (in_frame < f->fn->frame_size) {
        out->serial = f->serial;
        out->frame = (uint32_t)(f - m->frames);
    }
    out->size = t.size;
    return true;
}

static void print_value(struct machine *m, const char *text, const struct cwi_expr *e)
{
    struct shape s = run_shape_of(m->u, e->type);
    struct location at = {0};
    const struct node *n = NULL;
    if (s.form == FORM_BYTES || s.form == FORM_LONG_DOUBLE) {
        if (!locate(m, e, &at))
            return;
        run_debug_say(m, "%s = ", text);
        print_memory(m, e->type, (uint8_t *)(uintptr_t)at.address, 0);
    } else if (!(n = run_compile_expr(m, m->frame->fn, e))) {
        run_debug_say(m, "the function never uses it");
    } else {
        struct val v = run_eval(n, m->frame);
        run_debug_say(m, "%s = ", text);
        print_scalar(m, cwi_type_of(m->u, e->type), s, v);
    }
    run_debug_say(m, "\n");
}

/* Variables of one name, in several blocks of the function or outside of it: all of them, since fragments do not say
 * where a block ends. */
static bool print_namesakes(struct machine *m, const char *name)
{
    enum { MOST = 32 };
    cwi_id found[MOST + 1];
    const struct func_code *fn = m->frame ? m->frame->fn : NULL;
    size_t locals = fn ? cwi_find_locals(m->u, fn->id, name, found, MOST) : 0, count = 0;
    for (size_t i = 0; i < locals && i < MOST; i++)
        if (fn->slot_of[found[i] - fn->first_var] != UINT32_MAX) /* it is used */
            found[count++] = found[i];
    cwi_id outside = cwi_find_var(m->u, NULL, 0, name, NULL);
    if (outside)
        found[count++] = outside;
    for (size_t i = 0; i < count && count > 1; i++)
        print_value(m, arena_printf(m->arena, "%s, of line %u,", name, cwi_var_of(m->u, found[i])->at.line),
                    cwi_expr_var(m->arena, m->unit, found[i]));
    return count > 1;
}

static void print(struct machine *m, const char *text)
{
    if (print_namesakes(m, text))
        return;
    const struct cwi_expr *e = parse(m, text);
    if (e)
        print_value(m, text, e);
}

/* ---- commands ---------------------------------------------------------------------------------------------------- */

static void where(struct machine *m)
{
    unsigned n = 0;
    for (struct frame *f = m->frame; f; f = f->up, n++) {
        struct place p = cwi_place_text(m->u, f->at->src->at);
        run_debug_say(m, "#%u %s at %s:%u\n", n, f->fn->f->name ? f->fn->f->name : "?", p.file ? p.file : "?", p.line);
    }
}

struct line_code {
    cwi_id file;
    uint32_t line;
    bool found;
};

static void look_for_line(void *context, const struct cwi_stmt *s)
{
    struct line_code *x = context;
    x->found |= s->at.file == x->file && s->at.line == x->line;
}

static bool has_code(const struct machine *m, cwi_id file, uint32_t line)
{
    struct line_code x = {file, line, false};
    cwi_unit_walk(m->u, look_for_line, &x);
    return x.found;
}

static bool break_at_line(struct machine *m, const char *file, uint32_t line)
{
    struct debug_breaks *b = run_debug_breaks(m);
    cwi_id here = m->frame && m->frame->at ? m->frame->at->src->at.file : 0;
    bool found = false;
    for (cwi_id i = 1; i < m->u->files.count && b->break_count < MOST_BREAKS; i++) {
        if ((file ? !base_path_ends_with(m->u->files.items[i], file) : i != here) || !has_code(m, i, line))
            continue;
        b->breaks[b->break_count++] = (struct debug_break){.file = i, .line = line, .number = ++b->next_number};
        run_debug_say(m, "breakpoint %u at %s:%u\n", b->next_number, m->u->files.items[i], line);
        found = true;
    }
    return found;
}

static void add_break(struct machine *m, char *text)
{
    struct debug_breaks *b = run_debug_breaks(m);
    char *colon = strrchr(text, ':');
    if (b->break_count == MOST_BREAKS) {
        run_debug_say(m, "there are %d breakpoints already\n", MOST_BREAKS);
        return;
    }
    if (colon || isdigit((unsigned char)*text)) {
        uint32_t line = (uint32_t)strtoul(colon ? colon + 1 : text, NULL, 10);
        if (colon)
            *colon = 0;
        if (!line || !break_at_line(m, colon ? text : NULL, line))
            run_debug_say(m, "no code stands there: FILE:LINE is expected, a LINE of this file, or a FUNCTION\n");
        return;
    }
    cwi_id f = cwi_find_func(m->u, NULL, text, NULL);
    if (!f || !cwi_func_of(m->u, f)->block_count) {
        run_debug_say(m, "no function '%s' with a body\n", text);
        return;
    }
    b->breaks[b->break_count++] = (struct debug_break){.func = f, .number = ++b->next_number};
    run_debug_say(m, "breakpoint %u at function %s\n", b->next_number, text);
}

static void delete_break(struct machine *m, const char *text)
{
    struct debug_breaks *b = run_debug_breaks(m);
    uint32_t number = (uint32_t)strtoul(text, NULL, 10), n = 0;
    for (uint32_t i = 0; i < b->break_count; i++)
        if (*text && b->breaks[i].number != number)
            b->breaks[n++] = b->breaks[i];
    if (n == b->break_count && *text)
        run_debug_say(m, "no breakpoint %s\n", text);
    b->break_count = n;
    b->watch_count = *text ? b->watch_count : 0;
}

static void add_watch(struct machine *m, const char *text)
{
    struct debug_breaks *b = run_debug_breaks(m);
    struct location l = {0};
    const struct cwi_expr *e = parse(m, text);
    if (!e || !locate(m, e, &l))
        return;
    if (b->watch_count == MOST_WATCHES) {
        run_debug_say(m, "there are %d watches already: delete removes them\n", MOST_WATCHES);
        return;
    }
    snprintf(l.text, sizeof l.text, "%s", text);
    b->watches[b->watch_count] = l;
    b->watched[b->watch_count++] = run_debug_value(m, &l);
    run_debug_say(m, "watching %s\n", text);
}

static void list(struct machine *m)
{
    struct run_reply *r = run_debug_reply(m);
    r->before = r->after = 5;
}

static bool back(struct machine *m, const char *text)
{
    struct location l = {0};
    if (!*text || isdigit((unsigned char)*text)) {
        unsigned long long lines = *text ? strtoull(text, NULL, 10) : 1;
        if (lines > MOST_LINES_BACK) {
            run_debug_say(m, "at most %d lines at once\n", MOST_LINES_BACK);
            return false;
        }
        run_debug_back(m, lines, NULL);
        return true;
    }
    const struct cwi_expr *e = parse(m, text);
    if (!e || !locate(m, e, &l))
        return false;
    run_debug_back(m, 1, &l);
    return true;
}

static bool go(struct machine *m, enum debug_mode mode)
{
    if (m->debug->is_over) {
        run_debug_say(m, "the program has ended: 'back' goes back\n");
        return false;
    }
    m->debug->mode = mode;
    m->debug->depth = m->frame ? (uint32_t)(m->frame - m->frames) : 0;
    return true;
}

static const struct {
    const char *name, *help;
    char letter;
} commands[] = {
    {"step", "to the next line; Ctrl-C stops a run that goes on, twice ends all", 's'},
    {"next", "to the next line of this function, or of one that called it", 'n'},
    {"finish", "until this function returns", 'f'},
    {"continue", "to the next breakpoint or watched change, or to the end", 'c'},
    {"back", "[N] to the line before, or N lines before; back EXPRESSION: to the statement that wrote it last", 'b'},
    {"break", "FILE:LINE, LINE or FUNCTION: stop there", 'B'},
    {"watch", "EXPRESSION: stop when what lies there changes", 'w'},
    {"delete", "[N] breakpoint N, or all breakpoints and watches", 'd'},
    {"print", "EXPRESSION: its value", 'p'},
    {"list", "the lines around this one", 'l'},
    {"where", "the calls that are active", 'W'},
    {"help", "this text; quit, or the end of input, ends all", 'h'},
};

static void help(struct machine *m)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        run_debug_say(m, "%-9s %s\n", commands[i].name, commands[i].help);
}

/* By its name or a beginning of it; of several the first. 0: none. */
static char letter_of(const char *word, size_t n)
{
    for (size_t i = 0; n && i < sizeof commands / sizeof *commands; i++)
        if (!strncmp(commands[i].name, word, n))
            return commands[i].letter;
    return 0;
}

static bool obey(struct machine *m, char letter, char *rest)
{
    if (*rest && strchr("snfclWh", letter)) {
        run_debug_say(m, "no argument is expected here: '%.40s'\n", rest);
        return false;
    }
    if (!*rest && strchr("Bwp", letter)) {
        run_debug_say(m, letter == 'B' ? "missing FILE:LINE, LINE or FUNCTION\n" : "missing EXPRESSION\n");
        return false;
    }
    switch (letter) {
    case 's':
        return go(m, DEBUG_STEP);
    case 'n':
        return go(m, DEBUG_NEXT);
    case 'f':
        return go(m, DEBUG_FINISH);
    case 'c':
        return go(m, DEBUG_GO);
    case 'b':
        return back(m, rest);
    case 'B':
        add_break(m, rest);
        return false;
    case 'w':
        add_watch(m, rest);
        return false;
    case 'd':
        delete_break(m, rest);
        return false;
    case 'p':
        print(m, rest);
        return false;
    case 'l':
        list(m);
        return false;
    case 'W':
        where(m);
        return false;
    default:
        help(m);
        return false;
    }
}

/* An expression may do what would end the run: here it ends the command. */
bool run_debug_command(struct machine *m, const char *command)
{
    char text[COMMAND_ROOM];
    jmp_buf over;
    struct debug *g = m->debug;
    snprintf(text, sizeof text, "%s", command + strspn(command, " \t"));
    for (size_t n = strlen(text); n && isspace((unsigned char)text[n - 1]); n--)
        text[n - 1] = 0;
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz");
    char *rest = text + n + strspn(text + n, " \t"), letter = letter_of(text, n);
    if (!*text)
        return go(m, DEBUG_STEP);
    if (!letter) {
        run_debug_say(m, "no command '%.40s': help lists them\n", text);
        return false;
    }
    memcpy(&over, &m->over, sizeof over);
    struct run_result kept = *m->out;
    bool was_over = g->is_over, r;
    g->is_asking = true;
    if (!setjmp(m->over)) {
        r = obey(m, letter, rest);
    } else {
        run_debug_say(m, "%s\n", m->out->what);
        r = false;
    }
    g->is_asking = false;
    g->is_over = was_over;
    *m->out = kept;
    memcpy(&m->over, &over, sizeof over);
    return r;
}
