/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reduction by (ready) simulation equivalence: D. Bustan and O. Grumberg, "Simulation-based minimization" (2003).
 * States that simulate each other become one, and of two steps with one label, the one to the properly smaller state
 * ("little brother") goes. The result is the unique smallest system that is equivalent. It starts from the strong
 * quotient; for safety equivalence, from that of the system without silent steps.
 *
 * Nothing is must in the result of a system with may transitions: a step that was left out may have been the must one.
 */
#include "runtime/lts/reduce.h"
#include "runtime/lts/sim/blocks.h"
#include "runtime/lts/refine/tau_star.h"

#include <stdlib.h>

struct merger {
    const struct graph *g; /* the strong quotient */
    const struct sim_blocks *blocks;
};

static bool below(const struct merger *x, uint32_t p, uint32_t q)
{
    return sim_below(x->blocks, p, q);
}

/* Whether another step of the same state and label leads to something properly greater. */
static bool is_little_brother(const void *context, uint32_t p, uint64_t t)
{
    const struct merger *x = context;
    const struct graph *g = x->g;
    for (uint64_t u = g->first[p]; u < g->first[p + 1]; u++)
        if (g->label[u] == g->label[t] && below(x, g->target[t], g->target[u]) && !below(x, g->target[u], g->target[t]))
            return true;
    return false;
}

/* `small` is the quotient of g by class_of, strongly minimal; class_of becomes the map to the final classes. */
static enum status merge_similar(const struct graph *g, const struct graph *small, uint32_t *class_of, bool ready,
                                 struct graph *q, const struct lts_control *c, struct diag *d)
{
    struct sim_blocks blocks;
    struct merger x = {small, &blocks};
    enum status st = sim_blocks(small, ready, NULL, &blocks, c, d);
    if (!st) {
        uint32_t *lowest = base_mem_alloc(blocks.count * sizeof *lowest);
        uint32_t *stands = base_mem_alloc(small->states * sizeof *stands);
        uint32_t *number = base_mem_alloc(small->states * sizeof *number);
        for (uint32_t p = small->states; p-- > 0;)
            lowest[blocks.block[p]] = p;
        for (uint32_t p = 0; p < small->states; p++)
            stands[p] = lowest[blocks.block[p]];
        lts_graph_represent(q, small, stands, is_little_brother, &x, number);
        for (uint32_t k = 0; k < q->states; k++)
            q->old[k] = small->old[q->old[k]];
        for (uint32_t s = 0; s < g->states; s++)
            class_of[s] = class_of[s] == LTS_NONE ? LTS_NONE : number[class_of[s]];
        free(lowest);
        free(stands);
        free(number);
    }
    sim_blocks_free(&blocks);
    return st;
}

enum status sim_reduce(const struct graph *g, enum lts_relation relation, uint32_t *class_of, struct graph *q,
                       const struct lts_control *c, struct diag *d)
{
    struct graph small = {0};
    enum status st = relation == LTS_SAFETY ? refine_tau_star_quotient(g, relation, class_of, &small, c, d)
                                            : lts_reduce_collapse(g, LTS_STRONG, class_of, &small, c, d);
    if (!st)
        st = merge_similar(g, &small, class_of, relation == LTS_READY_SIM, q, c, d);
    lts_graph_free(&small);
    return st;
}
