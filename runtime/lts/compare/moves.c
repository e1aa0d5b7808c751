/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The moves of single states, found when they are asked for: R. Milner, "Communication and Concurrency" (1989), section
 * 5.1.
 */
#include "runtime/lts/compare/moves.h"
#include "runtime/base/sorted.h"

#include <stdlib.h>

void compare_mover_init(struct mover *r, const struct graph *q, const bool *loops)
{
    *r = (struct mover){.q = q, .loops = loops};
    r->visited = visited_new(q->states);
}

void compare_mover_free(struct mover *r)
{
    vec_free(&r->list);
    visited_free(&r->visited);
}

/* The list becomes what silent steps lead to from s. */
static void close_silently(struct mover *r, uint32_t s)
{
    visited_clear(&r->visited);
    r->list.count = 0;
    visited_add(&r->visited, &r->list, s);
    lts_graph_close_silently(r->q, &r->visited, &r->list);
}

static void add_move(struct moves *out, uint32_t label, uint32_t to)
{
    struct move m = {label, to};
    vec_push(out, m);
}

void compare_moves_strong(const struct graph *q, uint32_t s, struct moves *out)
{
    out->count = 0;
    for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++)
        add_move(out, q->label[t], q->target[t]);
}

void compare_moves_weak(struct mover *r, uint32_t s, struct moves *out)
{
    const struct graph *q = r->q;
    struct u64s step = {0}; /* label << 32 | target */
    out->count = 0;
    close_silently(r, s);
    for (size_t i = 0; i < r->list.count; i++) {
        uint32_t u = r->list.items[i];
        add_move(out, GRAPH_SILENT, u);
        if (r->loops && r->loops[u])
            add_move(out, q->labels, u);
        for (uint64_t t = q->first[u]; t < q->first[u + 1]; t++)
            if (q->label[t] != GRAPH_SILENT)
                vec_push(&step, (uint64_t)q->label[t] << 32 | q->target[t]);
    }
    base_sort_u64(step.items, step.count);
    for (size_t i = 0; i < step.count;) { /* what follows each label, closed again */
        uint32_t label = (uint32_t)(step.items[i] >> 32);
        visited_clear(&r->visited);
        r->list.count = 0;
        for (; i < step.count && step.items[i] >> 32 == label; i++)
            visited_add(&r->visited, &r->list, (uint32_t)step.items[i]);
        lts_graph_close_silently(q, &r->visited, &r->list);
        for (size_t k = 0; k < r->list.count; k++)
            add_move(out, label, r->list.items[k]);
    }
    vec_free(&step);
}
