/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rules that are graphs: the code of an event, and whose calls are events.
 *
 * An event that leads to `unknown` may violate the rule: what decides it is a value that is lost. After a violation,
 * and after what is unknown, nothing is asked.
 */
#include "event_code.h"
#include "runtime/cwi/edit.h"

#include <stdlib.h>

/* ---- the code of an event ---------------------------------------------------------------------------------------- */

static uint32_t dead_state(const struct emitter *e)
{
    return e->c->automaton.count - 1;
}

static uint32_t may_violate(struct emitter *e, const char *why)
{
    struct rule_compiler *c = e->c;
    uint32_t either = rule_branch(e, cwi_expr_lost(c->a, c->bit_type, why), rule_violation(e), e->next);
    return rule_move(e, dead_state(e), either);
}

static bool makes_object(const struct rule_compiler *c, const struct rule_event *event)
{
    return c->rule->object && event->result && !strcmp(event->result, c->rule->object);
}

/* The first edge of an event from a state; the number of edges: there is none. */
static uint32_t edge_of(const struct rule *r, const struct rule_event *event, uint32_t state)
{
    for (uint32_t i = 0; i < r->edge_count; i++)
        if (r->edges[i].from == state && &r->first.items[r->edges[i].event] == event)
            return i;
    return r->edge_count;
}

/* Where control goes along an edge, or, without one, `other`. */
static uint32_t move_along(struct emitter *e, uint32_t edge, uint32_t other)
{
    const struct rule *r = e->c->rule;
    if (edge == r->edge_count)
        return other;
    switch (r->edges[edge].to) {
    case RULE_ERROR:
        return rule_move(e, dead_state(e), rule_violation(e));
    case RULE_UNKNOWN:
        return may_violate(e, "the rule does not say whether this call is allowed");
    default:
        return rule_move(e, r->edges[edge].to, e->next);
    }
}

/* The event is about the object: it is the one that was seen, or made, last. */
static uint32_t match_object(struct emitter *e, const struct matcher *m, uint32_t holds)
{
    struct rule_compiler *c = e->c;
    const struct cwi_expr *watched = cwi_expr_var(c->a, c->u, c->watched), *none;
    struct cwi_stmt keep[2] = {rule_assign(c, c->watched, m->object, e->at), cwi_goto(c->u->arena, e->at, holds)};
    if (makes_object(c, m->event))
        return cwi_add_block(c->u->arena, e->f, keep, 2);
    uint32_t other = may_violate(e, "the call is about another object than the one before");
    uint32_t same = rule_branch(e, rule_equals(c, m->object, watched), holds, other);
    if (!c->is_adopted)
        return same;
    none = cwi_expr_const(c->a, watched->type, 0);
    uint32_t first = cwi_add_block(c->u->arena, e->f, keep, 2);
    same = rule_branch(e, rule_equals(c, watched, none), first, same);
    return rule_branch(e, rule_equals(c, m->object, none), may_violate(e, "the object is null"), same);
}

/* Where control goes when the matcher's event is decided; `moved`: where it leads when it is that event. */
static uint32_t match_one(struct emitter *e, const struct matcher *m, uint32_t moved, uint32_t fails)
{
    struct rule_compiler *c = e->c;
    uint32_t holds = moved;
    if (m->object && !e->is_watched)
        return fails;
    if (m->object && !c->rule->is_each)
        holds = match_object(e, m, holds);
    for (size_t i = 0; i < m->tests.count; i++)
        holds = rule_branch(e, m->tests.items[i], holds, fails);
    if (m->object && c->rule->is_each && !(e->object && cwi_expr_equal(e->object, m->object)))
        holds = rule_branch(e, rule_equals(c, m->object, cwi_expr_var(c->a, c->u, c->watched)), holds, fails);
    return holds;
}

/* In the order of the state's edges: of several that match the first one counts. */
static uint32_t match_in(struct emitter *e, uint32_t state)
{
    const struct rule *r = e->c->rule;
    uint32_t fails = e->next;
    for (uint32_t edge = r->edge_count + 1; edge-- > 0;)
        for (size_t k = e->m->count; k-- > 0;)
            if (edge_of(r, e->m->items[k].event, state) == edge)
                fails = match_one(e, &e->m->items[k], move_along(e, edge, fails), fails);
    return fails;
}

uint32_t rule_match_graph(struct emitter *e)
{
    const struct matcher *only = e->m->count == 1 ? e->m->items : NULL; /* it is matched once, for all states */
    uint32_t targets[RULE_STATES] = {0};
    if (!e->m->count)
        return e->next;
    for (uint32_t i = 0; i < e->c->automaton.count; i++)
        targets[i] = only ? move_along(e, edge_of(e->c->rule, only->event, i), UINT32_MAX) : match_in(e, i);
    uint32_t moved = rule_by_state(e, targets, e->next);
    return only ? match_one(e, only, moved, e->next) : moved;
}

bool rule_graph_may_move(const struct emitter *e, const struct cwi_expr *object, uint32_t state)
{
    const struct rule *r = e->c->rule;
    for (size_t k = 0; k < e->m->count; k++)
        for (uint32_t i = 0; i < r->edge_count; i++)
            if (e->m->items[k].object && cwi_expr_equal(e->m->items[k].object, object) &&
                &r->first.items[r->edges[i].event] == e->m->items[k].event && r->edges[i].from == state &&
                r->edges[i].to != state)
                return true;
    return false;
}

/* ---- whose calls are events -------------------------------------------------------------------------------------- */

struct closing {
    struct rule_compiler *c;
    uint8_t *vars; /* seen */
    struct VEC(cwi_id) queue;
};

static bool is_event(const struct rule_compiler *c, cwi_id func)
{
    bool before, after, handle;
    rule_names(c->rule, rule_name_of(c, func), &before, &after, &handle);
    return before || after;
}

static void enter(struct closing *x, cwi_id func)
{
    const struct cwi_func *f = cwi_func_of(x->c->u, func);
    if (x->c->is_client[func] || !f->block_count || is_event(x->c, func))
        return;
    x->c->is_client[func] = true;
    vec_push(&x->queue, func);
}

static bool visit(void *context, const struct cwi_expr *e)
{
    struct closing *x = context;
    const struct cwi_unit *u = x->c->u;
    if (e->kind == CWI_FUNCREF) {
        x->c->is_named[e->ref] = true;
        enter(x, e->ref);
    }
    if (e->kind == CWI_VAR && !x->vars[e->ref]) {
        const struct cwi_var *v = cwi_var_of(u, e->ref);
        x->vars[e->ref] = 1;
        for (uint32_t i = 0; i < v->init_count; i++)
            if (v->init[i].value)
                cwi_expr_walk(v->init[i].value, visit, x);
    }
    return true;
}

static void close_client(struct closing *x)
{
    for (size_t i = 0; i < x->queue.count; i++) {
        const struct cwi_func *f = cwi_func_of(x->c->u, x->queue.items[i]);
        for (uint32_t b = 0; b < f->block_count; b++)
            for (uint32_t k = 0; k < f->blocks[b].count; k++)
                cwi_stmt_walk(&f->blocks[b].stmts[k], visit, x);
    }
}

/* The graph begins when what runs before main has run. Whether the library or its client calls there nobody knows. */
static void refuse_constructors(struct closing *x)
{
    struct rule_compiler *c = x->c;
    for (cwi_id f = 1; f < c->u->funcs.count; f++)
        if (cwi_func_of(c->u, f)->init_priority || cwi_func_of(c->u, f)->fini_priority)
            enter(x, f);
    close_client(x);
    for (cwi_id f = 1; f < c->u->funcs.count; f++)
        if (c->is_named[f] && is_event(c, f))
            c->refused = arena_printf(c->a, "'%s' is called before main, or behind it", cwi_func_of(c->u, f)->name);
}

/* Through a pointer it may be called unseen. */
static void refuse_pointers(struct rule_compiler *c)
{
    for (cwi_id f = 1; f < c->u->funcs.count; f++) {
        const struct cwi_func *x = cwi_func_of(c->u, f);
        if (x->block_count && x->is_address_taken && is_event(c, f))
            c->refused = arena_printf(c->a, "the address of '%s' is taken, so it may be called unseen", x->name);
    }
}

void rule_graph_find_client(struct rule_compiler *c)
{
    struct closing x = {.c = c};
    x.vars = base_mem_zalloc(c->u->vars.count + 1);
    c->is_client = arena_zalloc(c->a, (c->u->funcs.count + 1) * sizeof *c->is_client);
    c->is_named = arena_zalloc(c->a, (c->u->funcs.count + 1) * sizeof *c->is_named);
    c->named_count = (cwi_id)c->u->funcs.count;
    refuse_constructors(&x);
    refuse_pointers(c);
    enter(&x, c->entry);
    close_client(&x);
    cwi_id start = cwi_find_start(c->u), first = cwi_find_func(c->u, NULL, "main", NULL);
    if (start && c->entry == start && first && !c->is_client[first])
        c->refused = "what happens before main is not known";
    rule_graph_refuse_locals(c);
    for (cwi_id f = 1; f < c->u->funcs.count; f++) {
        bool makes = cwi_func_of(c->u, f)->block_count && rule_is_handle(c->rule, rule_name_of(c, f));
        c->makes_handles &= !makes;
    }
    c->makes_handles &= c->rule->is_each || !c->rule->object; /* the last one made is told from others by its value */
    c->is_adopted = true;
    for (uint32_t i = 0; i < c->rule->first.count; i++)
        c->is_adopted &= !makes_object(c, &c->rule->first.items[i]);
    vec_free(&x.queue);
    free(x.vars);
}
