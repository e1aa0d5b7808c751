/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Statements by which activations end that do not return: jumps, exchanged stacks, and ends of threads.
 *
 * Who is not known may jump where the program has a place for that, and any call of the library may be where a thread
 * is cancelled, in a program that cancels some.
 */
#include "runtime/check/rules/sites.h"

static bool is_leaving_by_name(const struct cwi_func *f)
{
    static const char *const names[] = {"longjmp",       "_longjmp",   "siglongjmp",
                                        "__longjmp_chk", "setcontext", "swapcontext",
                                        "pthread_exit",  "thrd_exit",  NULL};
    return rule_is_named(f, names);
}

static bool lands(const struct cwi_func *f, const struct effect *e)
{
    static const char *const names[] = {"getcontext", NULL};
    return e->flags & EFFECT_SETJMP || rule_is_named(f, names);
}

/* ---- places that others may know --------------------------------------------------------------------------------- */

struct places {
    const struct finder *x;
    uint32_t *uses; /* by variable: where its name stands, but for calls that save a place in it, or jump there */
    struct VEC(cwi_id) saved; /* variables with places; 0: that is not known */
};

static bool count_use(void *places, const struct cwi_expr *e)
{
    if (e->kind == CWI_VAR)
        ((struct places *)places)->uses[e->ref]++;
    return true;
}

/* The variable that the buffer is; 0: it is another one. */
static cwi_id buffer_of(const struct cwi_stmt *s)
{
    const struct cwi_expr *e = s->arg_count ? cwi_converted(s->args[0]) : NULL;
    e = e && e->kind == CWI_ADDR ? e->a : NULL;
    while (e && (e->kind == CWI_INDEX || e->kind == CWI_FIELD))
        e = e->kind == CWI_FIELD || e->b->kind == CWI_CONST ? e->a : NULL;
    return e && e->kind == CWI_VAR ? e->ref : 0;
}

static void look_at_uses(void *places, const struct cwi_stmt *s)
{
    struct places *p = places;
    const struct cwi_func *f = rule_callee_of(p->x->c->u, s);
    struct effect e = f ? pt_effect_of(p->x->c->u, s->rhs->ref, p->x->c->notes) : (struct effect){0};
    cwi_id buffer = buffer_of(s);
    bool saves = f && lands(f, &e), is_plain = saves || (f && is_leaving_by_name(f));
    if (s->kind != CWI_END)
        cwi_stmt_walk(s, count_use, p);
    if (is_plain && buffer)
        p->uses[buffer]--;
    if (saves)
        vec_push(&p->saved, buffer);
}

/* Somebody may have been given a place, or finds it. */
static bool may_know_place(const struct finder *x)
{
    const struct cwi_unit *u = x->c->u;
    struct places p = {x, base_mem_zalloc(u->vars.count * sizeof *p.uses), {0}};
    bool may = false;
    cwi_unit_walk(u, look_at_uses, &p);
    for (cwi_id v = 1; v < u->vars.count; v++)
        for (uint32_t i = 0; i < cwi_var_of(u, v)->init_count; i++)
            if (cwi_var_of(u, v)->init[i].value)
                cwi_expr_walk(cwi_var_of(u, v)->init[i].value, count_use, &p);
    for (size_t i = 0; i < p.saved.count && !may; i++) {
        const struct cwi_var *v = p.saved.items[i] ? cwi_var_of(u, p.saved.items[i]) : NULL;
        bool is_own = v && (v->linkage == CWI_STATIC || cwi_is_automatic(v)) && !v->is_exposed;
        may = !is_own || p.uses[p.saved.items[i]];
    }
    for (cwi_id f = 1; f < x->funcs && !may; f++) {
        struct effect e = pt_effect_of(u, f, x->c->notes);
        may = x->is_taken[f] && lands(cwi_func_of(u, f), &e);
    }
    vec_free(&p.saved);
    free(p.uses);
    return may;
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

/* What is not known here may be called: by a pointer, or by the library, which may have got one. */
static bool calls_pointer(const struct finder *x, const struct cwi_stmt *s)
{
    const struct cwi_func *f = rule_callee_of(x->c->u, s);
    if (!f || f->block_count)
        return !f;
    struct effect e = pt_effect_of(x->c->u, s->rhs->ref, x->c->notes);
    bool does = false;
    for (uint32_t i = 0; i < s->arg_count && e.flags & EFFECT_CALLS_NOW; i++)
        does |= effect_letter(&e, i) == 'f' && cwi_converted(s->args[i])->kind != CWI_FUNCREF;
    return does;
}

/* Those that are named may have a model's body. Of others, an event says what it does. */
static bool is_leaving(const struct finder *x, cwi_id func, bool is_cancelled)
{
    if (is_leaving_by_name(cwi_func_of(x->c->u, func)) || cwi_func_of(x->c->u, func)->block_count)
        return is_leaving_by_name(cwi_func_of(x->c->u, func));
    const uint64_t harmless = EFFECT_VA | EFFECT_PURE | EFFECT_CONST | EFFECT_SAME;
    struct effect e = pt_effect_of(x->c->u, func, x->c->notes);
    bool before, after, handle;
    rule_names(x->c->rule, rule_name_of(x->c, func), &before, &after, &handle);
    bool may_jump = x->lands && !e.known && !e.from_note && !before && !after;
    return may_jump || (is_cancelled && !(e.flags & harmless));
}

bool rule_lands_at(const struct finder *x, const struct cwi_stmt *s)
{
    const struct cwi_func *f = rule_callee_of(x->c->u, s);
    struct effect e = f ? pt_effect_of(x->c->u, s->rhs->ref, x->c->notes) : (struct effect){0};
    return s->kind == CWI_CALL && (f ? lands(f, &e) : x->lands);
}

void rule_find_leaving(struct finder *x)
{
    static const char *const cancels[] = {"pthread_cancel", NULL};
    const struct cwi_unit *u = x->c->u;
    x->leaves = arena_zalloc(x->c->a, x->funcs * sizeof *x->leaves);
    bool is_cancelled = false;
    x->lands = may_know_place(x);
    for (cwi_id f = 1; f < x->funcs; f++)
        is_cancelled |= rule_is_named(cwi_func_of(u, f), cancels);
    for (cwi_id f = 1; f < x->funcs; f++)
        x->leaves[f] = is_leaving(x, f, is_cancelled);
}

/* A call through a pointer counts by itself only where nobody knows where that leads: else by what has its address
 * taken. */
bool rule_is_left_at(const struct finder *x, const struct cwi_stmt *s)
{
    if (s->kind != CWI_CALL)
        return cwi_goes_on_unseen(s);
    bool is_named = s->rhs->kind == CWI_FUNCREF && s->rhs->ref < x->funcs && x->leaves[s->rhs->ref];
    return is_named || (x->lands && calls_pointer(x, s));
}
