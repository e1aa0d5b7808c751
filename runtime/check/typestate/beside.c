/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What runs beside the program: threads and handlers of signals. Where they have events of the rule, each is looked at
 * by itself, as long as what is watched can be nobody else's; where that is not sure, nothing is decided.
 */
#include "private.h"
#include "runtime/cwi/edit.h"

#include <stdlib.h>

/* What runs beside the program changes what the rule remembers, so that it may hold anything at any moment. */
static bool changes_keys(struct search *x, const struct world_async *a)
{
    struct pt_set set = pt_mod(x->pt, a->func);
    bool changes = false;
    for (uint32_t i = 0; i < set.count && !a->is_last; i++) {
        struct pt_object o = pt_object_of(x->pt, set.objects[i]);
        bool is_own = o.kind == PT_VAR && cwi_var_of(x->u, o.id)->is_thread_local && a->is_new;
        changes |= o.kind == PT_VAR && x->is_key[o.id] && !is_own;
    }
    return changes;
}

/* ---- what only one has ------------------------------------------------------------------------------------------- */

static int order(const void *a, const void *b)
{
    pt_id x = *(const pt_id *)a, y = *(const pt_id *)b;
    return (x > y) - (x < y);
}

/* What somebody else may have: all that variables with static storage, and what was given away, lead to. */
static struct pt_set shared(struct search *x)
{
    struct VEC(pt_id) all = {0};
    for (cwi_id i = 1; i < x->u->vars.count; i++)
        if (!cwi_is_automatic(cwi_var_of(x->u, i)) && !x->is_key[i])
            vec_push(&all, pt_of_var(x->pt, i));
    struct pt_set escaped = pt_all_escaped(x->pt);
    for (uint32_t i = 0; i < escaped.count; i++)
        vec_push(&all, escaped.objects[i]);
    qsort(all.items, all.count, sizeof *all.items, order);
    struct pt_set contents = pt_contents(x->pt, (struct pt_set){all.items, (uint32_t)all.count, false});
    vec_free(&all);
    return pt_closure(x->pt, contents);
}

/* What others do is done to something else, where whoever has what is watched keeps it to himself. */
static bool may_be_confined(struct search *x)
{
    cwi_id watched = x->q->subject;
    if (!watched || x->q->asks_for_ends || cwi_type_of(x->u, cwi_var_of(x->u, watched)->type)->kind != CWI_PTR)
        return false;
    x->shared = shared(x);
    x->sent = pt_sent_out(x->pt);
    return true;
}

/* A variable of one activation, or what a call gave, which nobody else can have. */
void typestate_check_confined(struct search *x, struct known value, struct cwi_place at)
{
    bool is_place = value.kind == KNOWN_ADDRESS || value.kind == KNOWN_HANDED;
    const struct cwi_var *v = is_place ? cwi_var_of(x->u, value.ref) : NULL;
    bool is = v && (cwi_is_automatic(v) || cwi_is_of_rule(v)) && !pt_escaped(x->pt, pt_of_var(x->pt, value.ref)) &&
              !pt_set_has(x->shared, pt_of_var(x->pt, value.ref)) && !pt_set_has(x->sent, pt_of_var(x->pt, value.ref));
    if (!is)
        typestate_give_up(x, at, "what is watched here others may have, who run at any time");
}

struct event_search {
    struct search *x;
    cwi_id func;
    const struct cwi_stmt *stmt;
};

/* The object of an event, which is compared with what is watched, was made of bytes that nobody followed: somebody else
 * may have sent it. */
static bool look_at_event(void *context, const struct cwi_expr *e)
{
    struct event_search *s = context;
    struct search *x = s->x;
    bool asks = e->kind == CWI_BINARY && e->op == CWI_EQ && e->name && !strcmp(e->name, CWI_SAME_OBJECT);
    const struct cwi_expr *watched = asks ? cwi_converted(e->b) : NULL;
    if (!watched || watched->kind != CWI_VAR || watched->ref != x->q->subject)
        return true;
    struct pt_set set = pt_may_point(x->pt, s->func, e->a);
    if (!typestate_is_followed_by_pointers(set))
        typestate_give_up(x, s->stmt->at, "what runs at any time has events, and whose object this is nobody knows");
    return true;
}

static void look_at_events(struct search *x)
{
    for (cwi_id f = 1; f < x->u->funcs.count && !x->given_up; f++)
        for (uint32_t b = 0; x->calls->funcs[f].reachable && b < cwi_func_of(x->u, f)->block_count; b++)
            for (uint32_t i = 0; i < cwi_func_of(x->u, f)->blocks[b].count; i++) {
                struct event_search s = {x, f, &cwi_func_of(x->u, f)->blocks[b].stmts[i]};
                cwi_stmt_walk(s.stmt, look_at_event, &s);
            }
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

bool typestate_may_jump(const struct effect *e)
{
    return e->flags & EFFECT_LONGJMP || (!e->known && !e->from_note);
}

static bool shares_memory(const struct effect *e)
{
    return e->flags & EFFECT_SHARES;
}

/* The function, or what it calls, may call something outside that does so. */
static bool may_come_to(struct search *x, cwi_id func, bool (*does)(const struct effect *e))
{
    const bool *reached = pt_cg_reached(x->arena, x->calls, x->u, func);
    bool may = false;
    for (cwi_id f = 1; f < x->u->funcs.count && !may; f++)
        may = reached[f] && !cwi_func_of(x->u, f)->block_count && does(typestate_effect(x, f));
    return may;
}

static bool lets_land(const struct effect *e)
{
    return e->flags & (EFFECT_SETJMP | EFFECT_SHARES);
}

bool typestate_refuse_world(struct search *x, cwi_id func)
{
    bool may_be = x->world->async_count && may_be_confined(x);
    x->may_land = may_come_to(x, func, lets_land);
    x->jumps_anywhere = may_come_to(x, func, shares_memory); /* a child may end at any moment, and its parent goes on */
    for (uint32_t i = 0; i < x->world->async_count && !x->given_up; i++) {
        const struct world_async *a = &x->world->async[i];
        const char *name = cwi_func_of(x->u, a->func)->name;
        x->is_confined |= may_be && changes_keys(x, a);
        if (!x->is_confined && changes_keys(x, a))
            x->given_up = arena_printf(x->arena, "'%s' runs at any time, and has events of the rule", name);
        x->jumps_anywhere |= x->may_land && x->functions[a->func].may_leave;
    }
    if (x->is_confined)
        look_at_events(x);
    return x->given_up;
}
