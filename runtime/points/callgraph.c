/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The call graph on top of points-to: calls of reachable functions, and their strongly connected components, which
 * come out callees first.
 */
#include "runtime/points/callgraph.h"

#include "runtime/base/components.h"
#include "runtime/points/private.h"

static struct cg_call call_of(struct arena *a, struct pt *pt, cwi_id func, const struct cwi_stmt *s)
{
    struct cg_call c = {.stmt = s};
    struct pset funcs = {0};
    pt_callees(pt, func, s, &funcs, &c.unknown, &c.calls_back);
    c.callee_count = (uint32_t)funcs.count;
    c.callees = vec_to_arena(&funcs, a);
    vec_free(&funcs);
    return c;
}

static void fill_func(struct arena *a, const struct cwi_unit *u, struct pt *pt, cwi_id func, struct cg_func *out)
{
    const struct cwi_func *f = cwi_func_of(u, func);
    struct VEC(struct cg_call) calls = {0};
    struct pset all = {0};
    for (uint32_t b = 0; b < f->block_count; b++)
        for (uint32_t i = 0; i < f->blocks[b].count; i++)
            if (f->blocks[b].stmts[i].kind == CWI_CALL) {
                struct cg_call c = call_of(a, pt, func, &f->blocks[b].stmts[i]);
                pt_pset_merge(&all, c.callees, c.callee_count);
                vec_push(&calls, c);
            }
    out->call_count = (uint32_t)calls.count;
    out->calls = vec_to_arena(&calls, a);
    out->callee_count = (uint32_t)all.count;
    out->callees = vec_to_arena(&all, a);
    vec_free(&calls);
    vec_free(&all);
}

struct building {
    struct cg_func *funcs;
    struct pt_ids order;
    uint32_t components;
};

static uint32_t next_callee(void *context, uint32_t func, uint32_t i)
{
    const struct cg_func *f = &((const struct building *)context)->funcs[func];
    return i < f->callee_count ? f->callees[i] : COMPONENTS_NONE;
}

static bool is_reachable(void *context, uint32_t func)
{
    return ((const struct building *)context)->funcs[func].reachable;
}

static void add_component(void *context, const uint32_t *members, uint32_t count)
{
    struct building *b = context;
    for (uint32_t i = 0; i < count; i++) {
        struct cg_func *f = &b->funcs[members[i]];
        f->reachable = true;
        f->component = b->components;
        f->recursive = count > 1;
        for (uint32_t k = 0; k < f->callee_count; k++)
            f->recursive |= f->callees[k] == members[i];
        vec_push(&b->order, members[i]);
    }
    b->components++;
}

struct callgraph *pt_cg_new(struct arena *a, const struct cwi_unit *u, struct pt *pt)
{
    struct callgraph *g = ARENA_NEW(a, struct callgraph);
    uint32_t count = (uint32_t)u->funcs.count;
    struct building b = {.funcs = ARENA_ARRAY(a, struct cg_func, count)};
    for (cwi_id i = 1; i < count; i++) {
        struct cg_func *f = &b.funcs[i];
        f->reachable = pt_reachable(pt, i);
        f->is_callback = pt_escaped(pt, pt_of_func(pt, i));
        if (f->reachable)
            fill_func(a, u, pt, i, f);
    }
    base_components_find(&(struct components_graph){count, next_callee, is_reachable, add_component, &b});
    g->funcs = b.funcs;
    g->component_count = b.components;
    g->reachable_count = (uint32_t)b.order.count;
    g->bottom_up = vec_to_arena(&b.order, a);
    vec_free(&b.order);
    return g;
}

void pt_cg_reach(const struct callgraph *g, cwi_id func, bool *reached)
{
    struct VEC(cwi_id) work = {0};
    vec_push(&work, func);
    while (work.count) {
        cwi_id f = work.items[--work.count];
        for (uint32_t i = 0; i < g->funcs[f].callee_count && !reached[f]; i++)
            vec_push(&work, g->funcs[f].callees[i]);
        reached[f] = true;
    }
    vec_free(&work);
}

bool *pt_cg_reached(struct arena *a, const struct callgraph *g, const struct cwi_unit *u, cwi_id func)
{
    bool *reached = ARENA_ARRAY(a, bool, u->funcs.count);
    pt_cg_reach(g, func, reached);
    return reached;
}

const struct cg_call *pt_cg_call_of(const struct callgraph *g, cwi_id func, const struct cwi_stmt *stmt)
{
    for (uint32_t i = 0; i < g->funcs[func].call_count; i++)
        if (g->funcs[func].calls[i].stmt == stmt)
            return &g->funcs[func].calls[i];
    return NULL;
}
