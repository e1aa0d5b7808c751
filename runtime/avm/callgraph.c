/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The call graph on top of points-to: calls of reachable functions, and their strongly connected components (Tarjan
 * 1972), which come out callees first.
 */
#include "runtime/avm/callgraph.h"

#include <stdlib.h>

#include "runtime/avm/pointsto_private.h"

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
                pset_merge(&all, c.callees, c.callee_count);
                vec_push(&calls, c);
            }
    out->call_count = (uint32_t)calls.count;
    out->calls = vec_to_arena(&calls, a);
    out->callee_count = (uint32_t)all.count;
    out->callees = vec_to_arena(&all, a);
    vec_free(&calls);
    vec_free(&all);
}

struct walk {
    struct cg_func *funcs;
    uint32_t *number, *low;
    bool *open;
    struct pt_ids stack, path, next, order;
    uint32_t count, components;
};

static void enter(struct walk *w, cwi_id f)
{
    w->number[f] = w->low[f] = ++w->count;
    w->open[f] = w->funcs[f].reachable = true;
    vec_push(&w->stack, f);
    vec_push(&w->path, f);
    vec_push(&w->next, 0);
}

static void leave(struct walk *w, cwi_id f)
{
    w->path.count--;
    w->next.count--;
    if (w->path.count) {
        cwi_id above = w->path.items[w->path.count - 1];
        w->low[above] = w->low[f] < w->low[above] ? w->low[f] : w->low[above];
    }
    if (w->low[f] != w->number[f])
        return;
    cwi_id member;
    bool several = w->stack.items[w->stack.count - 1] != f;
    do {
        member = w->stack.items[--w->stack.count];
        w->open[member] = false;
        w->funcs[member].component = w->components;
        w->funcs[member].recursive |= several;
        vec_push(&w->order, member);
    } while (member != f);
    w->components++;
}

static void visit(struct walk *w, cwi_id start)
{
    enter(w, start);
    while (w->path.count) {
        cwi_id f = w->path.items[w->path.count - 1];
        uint32_t *next = &w->next.items[w->next.count - 1];
        if (*next == w->funcs[f].callee_count) {
            leave(w, f);
            continue;
        }
        cwi_id to = w->funcs[f].callees[(*next)++];
        if (to == f)
            w->funcs[f].recursive = true;
        if (!w->number[to])
            enter(w, to);
        else if (w->open[to] && w->number[to] < w->low[f])
            w->low[f] = w->number[to];
    }
}

struct callgraph *cg_new(struct arena *a, const struct cwi_unit *u, struct pt *pt)
{
    struct callgraph *g = ARENA_NEW(a, struct callgraph);
    size_t count = u->funcs.count;
    struct walk w = {.funcs = ARENA_ARRAY(a, struct cg_func, count), .number = mem_zalloc(count * sizeof *w.number),
                     .low = mem_zalloc(count * sizeof *w.low), .open = mem_zalloc(count)};
    for (cwi_id i = 1; i < count; i++) {
        struct cg_func *f = &w.funcs[i];
        f->reachable = pt_reachable(pt, i);
        f->is_callback = pt_escaped(pt, pt_of_func(pt, i));
        if (f->reachable)
            fill_func(a, u, pt, i, f);
    }
    for (cwi_id i = 1; i < count; i++)
        if (w.funcs[i].reachable && !w.number[i])
            visit(&w, i);
    g->funcs = w.funcs;
    g->component_count = w.components;
    g->reachable_count = (uint32_t)w.order.count;
    g->bottom_up = vec_to_arena(&w.order, a);
    free(w.number);
    free(w.low);
    free(w.open);
    vec_free(&w.stack);
    vec_free(&w.path);
    vec_free(&w.next);
    vec_free(&w.order);
    return g;
}

const struct cg_call *cg_call_of(const struct callgraph *g, cwi_id func, const struct cwi_stmt *stmt)
{
    for (uint32_t i = 0; i < g->funcs[func].call_count; i++)
        if (g->funcs[func].calls[i].stmt == stmt)
            return &g->funcs[func].calls[i];
    return NULL;
}
