/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Breadth first from both roots, level by level; free silent steps stay in their level.
 */
#include "runtime/lts/compare/ball.h"

struct growth {
    const struct graph *g;
    uint32_t *number; /* by state of g, + 1 */
    struct u32s order, level;
};

static void reach(struct growth *x, uint32_t s, uint32_t level)
{
    if (x->number[s])
        return;
    vec_push(&x->order, s);
    vec_push(&x->level, level);
    x->number[s] = (uint32_t)x->order.count;
}

/* All states of a level are known, but for what free steps lead to. */
static void reach_next(struct growth *x, uint32_t begin, uint32_t level, bool free_silent, bool last)
{
    const struct graph *g = x->g;
    for (uint32_t i = begin; free_silent && i < x->order.count; i++) {
        uint32_t s = x->order.items[i];
        for (uint64_t t = g->first[s]; t < g->first[s + 1] && g->label[t] == GRAPH_SILENT; t++)
            reach(x, g->target[t], level);
    }
    for (uint32_t i = begin, end = (uint32_t)x->order.count; !last && i < end; i++) {
        uint32_t s = x->order.items[i];
        for (uint64_t t = g->first[s]; t < g->first[s + 1]; t++)
            reach(x, g->target[t], level + 1);
    }
}

static void copy_rows(const struct growth *x, struct graph *h, uint32_t radius, bool free_silent)
{
    const struct graph *g = x->g;
    struct u32s label = {0}, target = {0};
    h->first = base_mem_zalloc((h->states + (size_t)1) * sizeof *h->first);
    for (uint32_t i = 0; i < h->states; i++) {
        uint32_t s = x->order.items[i];
        bool inside = x->level.items[i] < radius;
        for (uint64_t t = g->first[s]; t < g->first[s + 1]; t++)
            if (inside || (free_silent && g->label[t] == GRAPH_SILENT)) {
                vec_push(&label, g->label[t]);
                vec_push(&target, x->number[g->target[t]] - 1);
            }
        h->first[i + 1] = label.count;
    }
    h->label = label.items;
    h->target = target.items;
}

void compare_ball_make(struct ball *b, const struct graph *g, const bool *loops, uint32_t radius, bool free_silent)
{
    struct growth x = {.g = g, .number = base_mem_zalloc(g->states * sizeof *x.number)};
    uint32_t begin = 0;
    reach(&x, g->root[0], 0);
    reach(&x, g->root[1], 0);
    for (uint32_t level = 0; level <= radius && begin < x.order.count; level++) {
        uint32_t next;
        reach_next(&x, begin, level, free_silent, level == radius);
        for (next = begin; next < x.order.count && x.level.items[next] == level;)
            next++;
        begin = next;
    }
    b->h = *g;
    b->h.states = (uint32_t)x.order.count;
    b->h.must = b->h.via = NULL;
    b->h.old = x.order.items;
    b->h.colour = g->colour ? base_mem_alloc(x.order.count * sizeof *b->h.colour) : NULL;
    b->loops = loops ? base_mem_alloc(x.order.count) : NULL;
    b->level = x.level.items;
    for (uint32_t i = 0; i < b->h.states; i++) {
        if (g->colour)
            b->h.colour[i] = g->colour[x.order.items[i]];
        if (loops)
            b->loops[i] = loops[x.order.items[i]];
    }
    for (int side = 0; side < 2; side++)
        b->h.root[side] = x.number[g->root[side]] - 1;
    copy_rows(&x, &b->h, radius, free_silent);
    free(x.number);
}

void compare_ball_free(struct ball *b)
{
    free(b->h.first);
    free(b->h.label);
    free(b->h.target);
    free(b->h.colour);
    free(b->h.old);
    free(b->level);
    free(b->loops);
    *b = (struct ball){0};
}
