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
    uint32_t *class_of, classes;
};

static bool below(const struct merger *x, uint32_t p, uint32_t q)
{
    return sim_below(x->blocks, p, q);
}

/* Classes are blocks, numbered by their lowest states. */
static void merge(struct merger *x, uint32_t *representative)
{
    uint32_t *number = base_mem_alloc(x->blocks->count * sizeof *number);
    memset(number, 0xff, x->blocks->count * sizeof *number);
    for (uint32_t p = 0; p < x->g->states; p++) {
        uint32_t *class = &number[x->blocks->block[p]];
        if (*class == LTS_NONE) {
            representative[x->classes] = p;
            *class = x->classes++;
        }
        x->class_of[p] = *class;
    }
    free(number);
}

/* Whether another step of the same state and label leads to something properly greater. */
static bool little_brother(const struct merger *x, uint32_t p, uint64_t t)
{
    const struct graph *g = x->g;
    for (uint64_t u = g->first[p]; u < g->first[p + 1]; u++)
        if (g->label[u] == g->label[t] && below(x, g->target[t], g->target[u]) && !below(x, g->target[u], g->target[t]))
            return true;
    return false;
}

/* Leaving steps out can cut classes off; the rest is numbered anew, the initial class first. */
static void keep_reachable(struct merger *x, uint32_t *representative)
{
    const struct graph *g = x->g;
    uint32_t *number = base_mem_alloc(x->classes * sizeof *number), *kept = base_mem_alloc(x->classes * sizeof *kept),
             found = 0;
    memset(number, 0xff, x->classes * sizeof *number);
    uint32_t root = x->class_of[g->root[0]];
    kept[found] = representative[root];
    number[root] = found++;
    for (uint32_t i = 0; i < found; i++)
        for (uint64_t t = g->first[kept[i]]; t < g->first[kept[i] + 1]; t++) {
            uint32_t k = x->class_of[g->target[t]];
            if (number[k] != LTS_NONE || little_brother(x, kept[i], t))
                continue;
            kept[found] = representative[k];
            number[k] = found++;
        }
    for (uint32_t p = 0; p < g->states; p++)
        x->class_of[p] = number[x->class_of[p]];
    memcpy(representative, kept, found * sizeof *kept);
    x->classes = found;
    free(number);
    free(kept);
}

static void make_quotient(const struct merger *x, const uint32_t *representative, struct graph *q)
{
    const struct graph *g = x->g;
    struct u32s label = {0}, target = {0};
    *q = (struct graph){.states = x->classes};
    q->root[0] = x->class_of[g->root[0]];
    q->first = base_mem_zalloc((x->classes + (size_t)1) * sizeof *q->first);
    q->old = base_mem_alloc(x->classes * sizeof *q->old);
    memcpy(q->old, representative, x->classes * sizeof *q->old);
    lts_graph_dress(q, g);
    for (uint32_t k = 0; k < x->classes; k++) {
        uint32_t p = representative[k];
        q->old[k] = g->old[p];
        for (uint64_t t = g->first[p]; t < g->first[p + 1]; t++)
            if (!little_brother(x, p, t)) {
                vec_push(&label, g->label[t]);
                vec_push(&target, x->class_of[g->target[t]]);
            }
        q->first[k + 1] = label.count;
    }
    q->label = label.items;
    q->target = target.items;
    lts_graph_sort_rows(q);
}

/* `small` is the quotient of g by class_of, strongly minimal; class_of becomes the map to the final classes. */
static enum status merge_similar(const struct graph *g, const struct graph *small, uint32_t *class_of, bool ready,
                                 struct graph *q, const struct lts_control *c, struct diag *d)
{
    struct merger x = {.g = small};
    struct sim_blocks blocks;
    enum status st = sim_blocks(small, ready, NULL, &blocks, c, d);
    if (!st) {
        uint32_t *representative = base_mem_alloc(small->states * sizeof *representative);
        x.blocks = &blocks;
        x.class_of = base_mem_alloc(small->states * sizeof *x.class_of);
        merge(&x, representative);
        keep_reachable(&x, representative);
        make_quotient(&x, representative, q);
        for (uint32_t s = 0; s < g->states; s++)
            class_of[s] = class_of[s] == LTS_NONE ? LTS_NONE : x.class_of[class_of[s]];
        free(representative);
        free(x.class_of);
    }
    sim_blocks_free(&blocks);
    return st;
}

static enum status strong_quotient(const struct graph *g, uint32_t *class_of, struct graph *small,
                                   const struct lts_control *c, struct diag *d)
{
    bool *loops;
    uint32_t classes;
    enum status st = lts_reduce_partition(g, LTS_STRONG, class_of, &classes, &loops, c, d);
    if (!st)
        lts_graph_collapse(small, g, class_of, classes, loops);
    free(loops);
    return st;
}

enum status sim_reduce(const struct graph *g, enum lts_relation relation, uint32_t *class_of, struct graph *q,
                       const struct lts_control *c, struct diag *d)
{
    struct graph small = {0};
    enum status st = relation == LTS_SAFETY ? refine_tau_star_quotient(g, relation, class_of, &small, c, d)
                                            : strong_quotient(g, class_of, &small, c, d);
    if (!st)
        st = merge_similar(g, &small, class_of, relation == LTS_READY_SIM, q, c, d);
    lts_graph_free(&small);
    return st;
}
