/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Comparison by simulation and ready simulation, on the strong quotient of both systems.
 */
#include "runtime/lts/compare.h"
#include "runtime/lts/reduce.h"
#include "runtime/lts/sim.h"

#include <stdlib.h>

static enum status compare_ranks(struct compare *x, const struct graph *q, const uint32_t *class_of, bool ready,
                                 enum inclusion which, struct diag *d)
{
    uint16_t *rank;
    uint32_t a = q->root[0], b = q->root[1];
    bool found = false;
    enum status st = sim_ranks(q, ready, &rank, x->c, d);
    bool first = !st && which != SECOND_IN_FIRST && rank[(size_t)a * q->states + b];
    bool second = !st && which != FIRST_IN_SECOND && rank[(size_t)b * q->states + a];
    if (!st && !first && !second) {
        x->out->verdict = LTS_VERDICT_TRUE;
    } else if (!st) {
        st = compare_traces(x, q, false, which, false, &found, d);
        if (!st && !found)
            compare_play_simulation(x, q, class_of, rank, !first);
    }
    free(rank);
    return st;
}

enum status compare_simulations(struct compare *x, bool ready, enum inclusion which, struct diag *d)
{
    uint32_t *class_of = mem_alloc(x->g.states * sizeof *class_of), classes;
    bool *loops;
    struct graph q;
    enum status st = reduce_partition(&x->g, LTS_STRONG, class_of, &classes, &loops, x->c, d);
    if (!st) {
        graph_collapse(&q, &x->g, class_of, classes, loops);
        if (q.root[0] == q.root[1])
            x->out->verdict = LTS_VERDICT_TRUE;
        else
            st = compare_ranks(x, &q, class_of, ready, which, d);
        graph_free(&q);
    }
    free(loops);
    free(class_of);
    return st;
}
