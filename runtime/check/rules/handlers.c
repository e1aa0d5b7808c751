/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `handlers call only write(_) | ...`: whatever a handler of a signal calls, of functions without a body, is one of
 * these.
 *
 * True comes from the graph of calls. A call that stands on the one way from the beginning of a handler is certain:
 * then the rule is violated where that handler is given to the system, if the program comes there, which is the
 * engine's to say. Any other call may be reached: Maybe. Source: POSIX.1-2017, 2.4.3.
 */
#include "runtime/check/rules/sites.h"

struct handling {
    struct finder *x;
    const struct callgraph *calls;
    struct pt *points;
    bool *seen;                /* by function: looked through, from the handler at hand */
    struct rule_unsafe unsafe; /* the first call that was found, from the handler at hand */
};

/* A model of the library (runtime/models) says what a function does, not how: whether that is safe is for the list. */
static bool has_body(const struct cwi_unit *u, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(u, func);
    const char *file = f->unit_file ? u->files.items[f->unit_file] : "";
    return f->block_count && strncmp(file, "<cwolf>/", strlen("<cwolf>/"));
}

/* GCC writes the instructions there: no function of a library is called. */
static bool is_expanded(const char *name)
{
    static const char *const begins[] = {"__builtin_alloca",
                                         "__builtin_bswap",
                                         "__builtin_clz",
                                         "__builtin_clrsb",
                                         "__builtin_ctz",
                                         "__builtin_ffs",
                                         "__builtin_popcount",
                                         "__builtin_parity",
                                         "__builtin_prefetch",
                                         "__builtin_expect",
                                         "__builtin_unreachable",
                                         "__builtin_trap",
                                         "__builtin_constant_p",
                                         "__builtin_object_size",
                                         "__builtin_stack_",
                                         "__builtin_add_overflow",
                                         "__builtin_sub_overflow",
                                         "__builtin_mul_overflow",
                                         "__builtin_frame_address",
                                         "__builtin_return_address",
                                         "__builtin_va_",
                                         "__builtin_assume_aligned",
                                         "__builtin_dynamic_object_size"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (!strncmp(name, begins[i], strlen(begins[i])))
            return true;
    return false;
}

static bool is_safe(const struct rule *r, const struct cwi_unit *u, cwi_id callee, const struct notes *notes)
{
    const struct cwi_func *f = cwi_func_of(u, callee);
    const char *name = cwi_base_name(f->asm_name ? f->asm_name : f->name ? f->name : "");
    struct effect e = pt_effect_of(u, callee, notes);
    const char *const names[] = {name, e.known ? e.name : NULL, f->asm_name ? NULL : f->name};
    for (uint32_t i = 0; i < r->first.count; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (names[k] && r->first.items[i].name && !strcmp(names[k], r->first.items[i].name))
                return true;
    return is_expanded(f->name ? f->name : "");
}

static void note(struct handling *h, cwi_id func, const struct cwi_stmt *s, cwi_id callee)
{
    if (!h->unsafe.stmt)
        h->unsafe = (struct rule_unsafe){.func = func, .stmt = s, .callee = callee};
}

/* All that may be called from the function. */
static void look_through(struct handling *h, cwi_id func)
{
    struct rule_compiler *c = h->x->c;
    const struct cg_func *g = &h->calls->funcs[func];
    if (h->seen[func])
        return;
    h->seen[func] = true;
    for (uint32_t i = 0; i < g->call_count; i++) {
        if (g->calls[i].unknown)
            note(h, func, g->calls[i].stmt, 0);
        for (uint32_t k = 0; k < g->calls[i].callee_count; k++) {
            cwi_id callee = g->calls[i].callees[k];
            if (has_body(c->u, callee))
                look_through(h, callee);
            else if (!is_safe(c->rule, c->u, callee, c->notes))
                note(h, func, g->calls[i].stmt, callee);
        }
    }
}

/* The first call on the one way from the function's beginning that is not safe; *goes_on: none, and the way leads to
 * its return. */
static struct rule_unsafe look_along(const struct handling *h, cwi_id func, uint32_t depth, bool *goes_on)
{
    struct rule_compiler *c = h->x->c;
    const struct cwi_func *f = cwi_func_of(c->u, func);
    struct rule_unsafe found = {0};
    uint32_t b = 0, passed = 0;
    *goes_on = false;
    for (uint32_t i = 0; depth && passed <= f->block_count;) {
        const struct cwi_stmt *s = &f->blocks[b].stmts[i++];
        if (s->kind == CWI_RETURN)
            *goes_on = true;
        if (s->kind == CWI_GOTO) {
            b = s->targets[0];
            i = 0;
            passed++;
            continue;
        }
        if (s->kind == CWI_RETURN || s->kind == CWI_IF || s->kind == CWI_SWITCH || s->kind == CWI_UNREACHABLE ||
            s->kind == CWI_ASM || i >= f->blocks[b].count)
            break;
        if (s->kind != CWI_CALL)
            continue;
        if (s->rhs->kind != CWI_FUNCREF)
            break;
        bool is_ours = has_body(c->u, s->rhs->ref);
        if (!is_ours && !is_safe(c->rule, c->u, s->rhs->ref, c->notes))
            return (struct rule_unsafe){.func = func, .stmt = s, .callee = s->rhs->ref};
        if (!is_ours && pt_effect_of(c->u, s->rhs->ref, c->notes).flags & EFFECT_NORETURN)
            break;
        bool returns = true;
        if (is_ours)
            found = look_along(h, s->rhs->ref, depth - 1, &returns);
        if (found.stmt || !returns)
            break;
    }
    return found;
}

/* ---- where handlers are given to the system ---------------------------------------------------------------------- */

static void refuse(struct rule_compiler *c, const struct rule_unsafe *u, cwi_id handler)
{
    struct place at = cwi_place_text(c->u, u->stmt->at);
    const char *name = u->callee ? cwi_func_of(c->u, u->callee)->name : "a function that is not known";
    if (!c->may_violate)
        c->may_violate = arena_printf(c->a, "'%s' is called at %s:%u, which the handler '%s' may come to", name,
                                      at.file ? at.file : "?", at.line, cwi_func_of(c->u, handler)->name);
    c->may_violate_at = u->stmt->at;
}

static void add_violation(struct finder *x, struct rule_unsafe *u, cwi_id handler, cwi_id func, uint32_t b, uint32_t i)
{
    struct site s = {.kind = SITE_CALL, .func = func, .block = b, .index = i};
    struct matcher m = {.part = PART_FIRST};
    s.text = arena_printf(x->c->a, "the handler '%s' calls '%s'", cwi_func_of(x->c->u, handler)->name,
                          cwi_func_of(x->c->u, u->callee)->name);
    u->text = s.text;
    vec_push(&s.before, m);
    vec_push(&x->sites, s);
    vec_push(&x->c->unsafe, *u);
    x->c->sites++;
}

/* One handler that the statement may give to the system; `surely`: no other. */
static void look_at_handler(struct handling *h, cwi_id handler, bool surely, cwi_id func, uint32_t b, uint32_t i)
{
    struct rule_compiler *c = h->x->c;
    bool goes_on;
    c->has_handlers = true;
    memset(h->seen, 0, h->x->funcs * sizeof *h->seen);
    h->unsafe = (struct rule_unsafe){0};
    look_through(h, handler);
    if (!h->unsafe.stmt)
        return;
    struct rule_unsafe certain = look_along(h, handler, 20, &goes_on);
    if (certain.stmt && surely)
        add_violation(h->x, &certain, handler, func, b, i);
    else
        refuse(c, &h->unsafe, handler);
}

/* What is not known may make a handler of a function that it is handed. */
static bool is_function(const struct cwi_unit *u, const struct cwi_expr *e)
{
    return cwi_is_func_pointer(u, cwi_converted(e)->type);
}

/* A handler for SIGKILL or SIGSTOP is refused: nothing is set. */
static bool is_refused(const struct cwi_stmt *call)
{
    enum { KILL = 9, STOP = 19 };
    const struct cwi_expr *number = call->arg_count ? cwi_converted(call->args[0]) : NULL;
    return number && number->kind == CWI_CONST && (number->value == KILL || number->value == STOP);
}

/* Functions that the statement may give to the system; `may_be_one`: if it is one, that is certain. */
static void look_at_handlers(struct handling *h, struct pt_set set, bool may_be_one, cwi_id func, uint32_t b,
                             uint32_t i)
{
    struct rule_compiler *c = h->x->c;
    uint32_t handlers = 0;
    for (uint32_t o = 0; o < set.count; o++)
        handlers += pt_object_of(h->points, set.objects[o]).kind == PT_FUNC;
    for (uint32_t o = 0; o < set.count; o++) {
        struct pt_object x = pt_object_of(h->points, set.objects[o]);
        if (x.kind == PT_FUNC && has_body(c->u, x.id))
            look_at_handler(h, x.id, may_be_one && handlers == 1 && !set.unknown, func, b, i);
        else if (x.kind == PT_FUNC && !is_safe(c->rule, c->u, x.id, c->notes))
            c->may_violate = arena_printf(c->a, "'%s' handles a signal", cwi_func_of(c->u, x.id)->name);
    }
}

/* The argument is the handler, or a structure with one; of a function that is not known it leads to one somehow. */
static void look_at_argument(struct handling *h, const struct effect *e, uint32_t n, cwi_id func, uint32_t b,
                             uint32_t i)
{
    const struct cwi_stmt *s = &cwi_func_of(h->x->c->u, func)->blocks[b].stmts[i];
    char letter = e->known ? effect_letter(e, n) : '-';
    if (e->known && letter != 'g' && letter != 'h')
        return;
    const struct cwi_expr *given = cwi_converted(s->args[n]);
    bool is_named = given->kind == CWI_FUNCREF || given->kind == CWI_ADDR;
    struct pt_set set = pt_may_point(h->points, func, s->args[n]);
    set = !e->known ? pt_closure(h->points, set) : pt_effect_copies(e, n) ? pt_contents(h->points, set) : set;
    look_at_handlers(h, set, letter == 'g' && is_named && !is_refused(s), func, b, i);
    if (set.unknown && (e->known || is_function(h->x->c->u, s->args[n])))
        h->x->c->may_violate = "what handles a signal is not known";
}

static void look_at_call(struct handling *h, cwi_id func, uint32_t b, uint32_t i)
{
    struct rule_compiler *c = h->x->c;
    const struct cwi_stmt *s = &cwi_func_of(c->u, func)->blocks[b].stmts[i];
    const struct cg_call *call = s->kind == CWI_CALL ? pt_cg_call_of(h->calls, func, s) : NULL;
    for (uint32_t k = 0; call && k < call->callee_count; k++) {
        struct effect e = pt_effect_of(c->u, call->callees[k], c->notes);
        if (cwi_func_of(c->u, call->callees[k])->block_count || (e.known && !(e.flags & EFFECT_SIGNAL)))
            continue;
        for (uint32_t n = 0; n < s->arg_count; n++)
            look_at_argument(h, &e, n, func, b, i);
    }
}

enum status rule_find_handlers(struct finder *x, struct diag *d)
{
    struct rule_compiler *c = x->c;
    struct avm_program *p = NULL;
    enum status st = avm_program_new(c->u, c->notes, c->entry, NULL, &p, d);
    if (st)
        return st;
    struct handling h = {.x = x, .calls = avm_program_calls(p), .points = avm_program_points(p)};
    h.seen = base_mem_zalloc(x->funcs * sizeof *h.seen);
    for (cwi_id f = 1; f < x->funcs; f++)
        for (uint32_t b = 0; h.calls->funcs[f].reachable && b < cwi_func_of(c->u, f)->block_count; b++)
            for (uint32_t i = cwi_func_of(c->u, f)->blocks[b].count; i-- > 0;)
                look_at_call(&h, f, b, i);
    free(h.seen);
    avm_program_free(p);
    return ST_OK;
}
