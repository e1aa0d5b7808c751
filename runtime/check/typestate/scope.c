/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which variables are followed, and what they hold where it begins.
 *
 * What somebody else may write at any moment is not followed; nor are numbers that are computed with, whose values
 * would only make states.
 */
#include "private.h"

/* ---- numbers that are computed with ------------------------------------------------------------------------------ */

/* However often it is computed, there are few values. */
static bool is_bounded(const struct cwi_expr *e)
{
    e = cwi_converted(e);
    if (e->kind == CWI_CONST || cwi_is_lvalue(e))
        return true;
    if (e->kind == CWI_UNARY)
        return e->op == CWI_LOGNOT;
    if (e->kind == CWI_COND)
        return is_bounded(e->b) && is_bounded(e->c);
    bool is_mask = e->kind == CWI_BINARY && e->op == CWI_AND && cwi_converted(e->b)->kind == CWI_CONST;
    bool is_truth = e->kind == CWI_BINARY && e->op >= CWI_EQ && e->op <= CWI_LOGOR;
    bool is_moved = e->kind == CWI_BINARY && e->op == CWI_ADD && e->a->kind == CWI_BINARY && e->a->op == CWI_AND &&
                    is_bounded(e->a) && e->b->kind == CWI_CONST;
    return is_mask || is_truth || is_moved;
}

static void leave_computed(void *search, const struct cwi_stmt *s)
{
    struct search *x = search;
    if (s->kind != CWI_ASSIGN || !s->lhs || s->lhs->kind != CWI_VAR || x->is_key[s->lhs->ref])
        return;
    const struct cwi_type *t = cwi_type_of(x->u, s->lhs->type);
    if (t->kind == CWI_INT && s->rhs && !is_bounded(s->rhs))
        x->is_followed[s->lhs->ref] = false;
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

static bool note_name(void *search, const struct cwi_expr *e)
{
    struct search *x = search;
    if (e->kind == CWI_VAR)
        x->is_named[e->ref] = true;
    return true;
}

static void note_names(void *search, const struct cwi_stmt *s)
{
    cwi_stmt_walk(s, note_name, search);
}

/* Others are read by nobody who matters. */
static void find_named(struct search *x)
{
    for (cwi_id f = 1; f < x->u->funcs.count; f++)
        if (x->functions[f].is_relevant)
            cwi_func_walk(cwi_func_of(x->u, f), note_names, x);
}

static bool is_own(const struct search *x, cwi_id var)
{
    const struct cwi_var *v = cwi_var_of(x->u, var);
    return v->type && !v->is_volatile && !v->is_foreign && !v->is_exposed && !v->is_register_asm &&
           v->linkage != CWI_EXTERN && v->linkage != CWI_LITERAL && !x->world->writer[var] && !x->world->is_held[var];
}

static bool has_new_threads_only(const struct search *x, const struct world_async *async)
{
    for (uint32_t i = 0; i < x->world->async_count; i++)
        if (x->world->async[i].func == async->func && !x->world->async[i].is_new)
            return false;
    return async->is_new;
}

void typestate_find_followed(struct search *x, const struct world_async *async)
{
    bool is_alone = !async || !x->world->has_threads; /* what it interrupts waits until it is over */
    find_named(x);
    for (cwi_id i = 1; i < x->u->vars.count; i++) {
        const struct cwi_var *v = cwi_var_of(x->u, i);
        bool is_automatic = cwi_is_automatic(v);
        if (x->is_key[i])
            x->is_followed[i] = !async || x->is_confined || (v->is_thread_local && has_new_threads_only(x, async));
        else if (is_automatic && v->is_address_taken) /* of one of several activations nobody knows which it is */
            x->is_followed[i] = is_alone && is_own(x, i) && v->owner && !x->calls->funcs[v->owner].recursive;
        else if (is_automatic)
            x->is_followed[i] = v->type && v->owner && !v->is_volatile && !v->is_register_asm;
        else
            x->is_followed[i] = is_alone && x->is_named[i] && is_own(x, i);
    }
    cwi_unit_walk(x->u, leave_computed, x);
}

/* ---- the beginning ----------------------------------------------------------------------------------------------- */

static struct known initial(struct search *x, const struct cwi_var *v, uint64_t size)
{
    struct working none = {0};
    const struct cwi_init *piece = NULL;
    if (!cwi_find_initial(x->u, v, 0, size, &piece))
        return known_nothing;
    if (!piece)
        return known_number(0);
    return piece->value && !piece->bit_width ? typestate_eval(x, &none, piece->value) : known_nothing;
}

static void forget_written(struct search *x, struct working *w, cwi_id func)
{
    struct pt_set set = pt_mod(x->pt, func);
    for (uint32_t i = 0; i < set.count; i++) {
        struct pt_object o = pt_object_of(x->pt, set.objects[i]);
        if (o.kind == PT_VAR)
            typestate_forget_var(&x->states, w, o.id);
    }
}

const struct state *typestate_first_state(struct search *x, const struct world_async *async)
{
    struct working w = {0};
    for (cwi_id i = 1; i < x->u->vars.count; i++) {
        const struct cwi_var *v = cwi_var_of(x->u, i);
        struct target t = {.reach = REACH_EXACT, .var = i};
        uint32_t cell;
        if (cwi_is_automatic(v) || !v->type || (async && !x->is_key[i]))
            continue;
        t.size = cwi_type_of(x->u, v->type)->size;
        if (typestate_cell_of(x, &t, v->type, &cell))
            typestate_set(&w, cell, initial(x, v, t.size));
    }
    for (cwi_id f = 1; f < x->u->funcs.count && !async && x->q->entry != cwi_find_start(x->u); f++)
        if (cwi_func_of(x->u, f)->init_priority && cwi_func_of(x->u, f)->block_count)
            forget_written(x, &w, f);
    const struct state *s = typestate_state(&x->states, &w);
    vec_free(&w);
    return s;
}
