/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Elimination of silent steps: A. Bouajjani, J.-C. Fernandez, S. Graf, C. Rodriguez and J. Sifakis, "Safety for
 * branching time semantics" (1991), section 3. Bisimilarity of what results is finer than safety equivalence (each
 * simulates the other modulo tau*.a), coarser than branching and not comparable with weak bisimilarity.
 *
 * Only states that a visible step leads to (and the roots) are needed, which is often a small part of a system with
 * many silent steps.
 */
#include "runtime/lts/refine/tau_star.h"

struct closure {
    const struct graph *g;
    uint32_t *number;
    struct visited visited;
    struct u32s order, list, label, target; /* order: the states of the result, by number */
    struct u64s first;
};

static uint32_t number_of(struct closure *x, uint32_t s)
{
    if (x->number[s] == LTS_NONE) {
        x->number[s] = (uint32_t)x->order.count;
        vec_push(&x->order, s);
    }
    return x->number[s];
}

static void close_row(struct closure *x, uint32_t s)
{
    const struct graph *g = x->g;
    visited_clear(&x->visited);
    x->list.count = 0;
    visited_add(&x->visited, &x->list, s);
    for (size_t i = 0; i < x->list.count; i++) {
        uint32_t u = x->list.items[i];
        for (uint64_t t = g->first[u]; t < g->first[u + 1]; t++)
            if (g->label[t] == GRAPH_SILENT) {
                visited_add(&x->visited, &x->list, g->target[t]);
            } else {
                vec_push(&x->label, g->label[t]);
                vec_push(&x->target, number_of(x, g->target[t]));
            }
    }
    vec_push(&x->first, x->label.count);
}

static void hand_over(struct closure *x, struct graph *out)
{
    const struct graph *g = x->g;
    *out = (struct graph){.states = (uint32_t)x->order.count};
    out->root[0] = x->number[g->root[0]];
    out->root[1] = x->number[g->root[1]];
    out->first = x->first.items;
    out->label = x->label.items;
    out->target = x->target.items;
    out->old = x->order.items;
    lts_graph_dress(out, g);
    lts_graph_sort_rows(out);
}

/* The states of `out` are those that visible steps lead to from the roots; old[] counts as in `g`. `number` (by state
 * of g) receives the new number or LTS_NONE. */
static enum status close_silent_steps(struct graph *out, const struct graph *g, uint32_t *number,
                                      const struct lts_control *c, struct diag *d)
{
    struct closure x = {.g = g, .number = number};
    enum status st = ST_OK;
    *out = (struct graph){0};
    memset(number, 0xff, g->states * sizeof *number);
    x.visited = visited_new(g->states);
    number_of(&x, g->root[0]);
    number_of(&x, g->root[1]);
    vec_push(&x.first, 0);
    for (uint32_t i = 0; i < x.order.count && !st; i++) {
        close_row(&x, x.order.items[i]);
        st = lts_control_memory(c, x.label.capacity * 2 * sizeof(uint32_t), "the system without silent steps", d);
        if (!st && !(i & 255) && control_stops(c))
            st = lts_control_stopped(d);
    }
    while (x.first.count <= x.order.count) /* of work that was ended: rows that were not made are empty */
        vec_push(&x.first, x.label.count);
    hand_over(&x, out);
    vec_free(&x.list);
    visited_free(&x.visited);
    return st;
}

enum status refine_tau_star_quotient(const struct graph *g, enum lts_relation relation, uint32_t *class_of,
                                     struct graph *q, const struct lts_control *c, struct diag *d)
{
    struct graph small = {0}, closed;
    (void)relation;
    enum status st = lts_reduce_collapse(g, LTS_BRANCHING, class_of, &small, c, d);
    if (st)
        return st;
    uint32_t *number = base_mem_alloc(small.states * sizeof *number);
    st = close_silent_steps(&closed, &small, number, c, d);
    lts_graph_free(&small);
    if (!st) {
        uint32_t *strong = base_mem_alloc(closed.states * sizeof *strong);
        st = lts_reduce_collapse(&closed, LTS_STRONG, strong, q, c, d);
        if (!st) {
            for (uint32_t s = 0; s < g->states; s++) {
                uint32_t at = number[class_of[s]];
                class_of[s] = at == LTS_NONE ? LTS_NONE : strong[at];
            }
            memset(q->old, 0xff, q->states * sizeof *q->old);
            for (uint32_t s = g->states; s--;)
                if (class_of[s] != LTS_NONE)
                    q->old[class_of[s]] = s;
        }
        free(strong);
    }
    lts_graph_free(&closed);
    free(number);
    return st;
}
