/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Strongly connected components by one walk in depth, with stacks of its own. Source: Tarjan 1972.
 */
#include "runtime/base/components.h"

struct walk {
    uint32_t *number, *low;
    struct VEC(uint32_t) stack, path, next; /* open nodes; the path from the start, and how far each of its nodes is */
    uint32_t count;
    bool *open;
};

static void enter(struct walk *w, uint32_t node)
{
    w->number[node] = w->low[node] = ++w->count;
    w->open[node] = true;
    vec_push(&w->stack, node);
    vec_push(&w->path, node);
    vec_push(&w->next, 0);
}

static void leave(struct walk *w, uint32_t node, const struct components_graph *g)
{
    w->path.count--;
    w->next.count--;
    if (w->path.count) {
        uint32_t above = w->path.items[w->path.count - 1];
        w->low[above] = w->low[node] < w->low[above] ? w->low[node] : w->low[above];
    }
    if (w->low[node] != w->number[node])
        return;
    size_t from = w->stack.count;
    do
        w->open[w->stack.items[--from]] = false;
    while (w->stack.items[from] != node);
    uint32_t count = (uint32_t)(w->stack.count - from);
    for (uint32_t i = 0; i < count / 2; i++) { /* as they leave the stack */
        uint32_t *a = &w->stack.items[from + i], *b = &w->stack.items[from + count - 1 - i], t = *a;
        *a = *b;
        *b = t;
    }
    w->stack.count = from;
    g->found(g->context, w->stack.items + from, count);
}

static void visit(struct walk *w, uint32_t start, const struct components_graph *g)
{
    enter(w, start);
    while (w->path.count) {
        uint32_t node = w->path.items[w->path.count - 1];
        uint32_t to = g->next(g->context, node, w->next.items[w->next.count - 1]++);
        if (to == COMPONENTS_NONE)
            leave(w, node, g);
        else if (!w->number[to])
            enter(w, to);
        else if (w->open[to] && w->number[to] < w->low[node])
            w->low[node] = w->number[to];
    }
}

void base_components_find(const struct components_graph *g)
{
    struct walk w = {.number = base_mem_zalloc(g->count * sizeof *w.number + 1),
                     .low = base_mem_zalloc(g->count * sizeof *w.low + 1),
                     .open = base_mem_zalloc(g->count + 1)};
    for (uint32_t start = 0; start < g->count; start++)
        if (!w.number[start] && (!g->starts || g->starts(g->context, start)))
            visit(&w, start, g);
    free(w.number);
    free(w.low);
    free(w.open);
    vec_free(&w.stack);
    vec_free(&w.path);
    vec_free(&w.next);
}
