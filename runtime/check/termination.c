/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `termination`: does every run end? The question is the formula mu X. [true] X; a graph in which something goes round
 * answers it all the same when each of its cycles runs through a loop of the program that a ranking ends (ranking.c).
 *
 * A run that never ends, without recursion and jumps out of functions, stays for ever in one activation that goes round
 * a loop of its function for ever. So some cycle of the graph is in that loop.
 */
#include "runtime/base/components.h"
#include "runtime/check/private.h"

#include <stdlib.h>

bool check_termination_is_asked(const struct note *q)
{
    return q->kind == NOTE_PROPERTY && !strcmp(q->u.property.logic, "termination");
}

struct cycles {
    struct arena *a;
    const struct avm_model *m;
    const struct notes *notes;
    uint32_t *component; /* by state; 0: not known yet */
    uint32_t components;
    bool **unranked; /* by function and block; NULL: not looked at yet */
    bool some_unranked;
};

static uint32_t next_state(void *cycles, uint32_t state, uint32_t i)
{
    const struct lts *l = ((const struct cycles *)cycles)->m->graph;
    return l->first[state] + i < l->first[state + 1] ? l->target[l->first[state] + i] : COMPONENTS_NONE;
}

static bool starts_at(void *cycles, uint32_t state)
{
    return state == ((const struct cycles *)cycles)->m->graph->initial;
}

static bool jumps(const struct cycles *c, cwi_id func)
{
    struct effect e = pt_effect_of(c->m->program, func, c->notes);
    return e.flags & (EFFECT_LONGJMP | EFFECT_SETJMP);
}

static bool leaves_function(const struct cycles *c, const struct cwi_stmt *s)
{
    if (s->kind != CWI_CALL)
        return false;
    if (s->rhs->kind == CWI_FUNCREF)
        return jumps(c, s->rhs->ref);
    for (cwi_id f = 1; f < c->m->program->funcs.count; f++)
        if (cwi_func_of(c->m->program, f)->is_address_taken && jumps(c, f))
            return true;
    return false;
}

static bool is_in_unranked(struct cycles *c, const struct avm_origin *o)
{
    const struct cwi_func *f = cwi_func_of(c->m->program, o->func);
    if (!c->unranked[o->func])
        c->unranked[o->func] = check_ranking_find_unranked(c->a, c->m->program, o->func);
    uint32_t block, index;
    return !cwi_locate(f, o->stmt, &block, &index) || c->unranked[o->func][block];
}

static void look_at(struct cycles *c, uint64_t t)
{
    const struct avm_origin *o = avm_origin_of(c->m, t);
    c->some_unranked |= !o || !o->stmt || !o->func || avm_is_recursive(c->m, o->func) || leaves_function(c, o->stmt) ||
                        is_in_unranked(c, o);
}

static void found(void *cycles, const uint32_t *members, uint32_t count)
{
    struct cycles *c = cycles;
    const struct lts *l = c->m->graph;
    c->components++;
    for (uint32_t i = 0; i < count; i++)
        c->component[members[i]] = c->components;
    for (uint32_t i = 0; i < count && !c->some_unranked; i++)
        for (uint64_t t = l->first[members[i]]; t < l->first[members[i] + 1]; t++)
            if (c->component[l->target[t]] == c->components)
                look_at(c, t);
}

bool check_termination_is_ranked(const struct avm_model *m, const struct notes *notes)
{
    struct cycles c = {.a = arena_new(), .m = m, .notes = notes};
    c.component = ARENA_ARRAY(c.a, uint32_t, m->graph->states);
    c.unranked = ARENA_ARRAY(c.a, bool *, m->program->funcs.count);
    base_components_find(&(struct components_graph){m->graph->states, next_state, starts_at, found, &c});
    arena_free(c.a);
    return !c.some_unranked;
}

struct timers {
    const struct avm_model *m;
    const struct notes *notes;
    const char *found;
};

static bool visit_timer(void *context, const struct cwi_expr *e)
{
    struct timers *x = context;
    if (e->kind != CWI_FUNCREF || cwi_func_of(x->m->program, e->ref)->block_count)
        return true;
    struct effect f = pt_effect_of(x->m->program, e->ref, x->notes);
    if (f.flags & EFFECT_SENDS && !(f.flags & EFFECT_CALLS_NOW))
        x->found = cwi_func_of(x->m->program, e->ref)->name;
    return true;
}

static void visit_stmt(void *context, const struct cwi_stmt *s)
{
    cwi_stmt_walk(s, visit_timer, context);
}

const char *check_termination_find_timer(const struct avm_model *m, const struct notes *notes)
{
    struct timers x = {.m = m, .notes = notes};
    cwi_unit_walk(m->program, visit_stmt, &x);
    return x.found;
}
