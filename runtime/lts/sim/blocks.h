/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The simulation preorder as a partition and a relation on its blocks: one bit for each pair of blocks.
 */
#ifndef CWOLF_LTS_SIM_BLOCKS_H
#define CWOLF_LTS_SIM_BLOCKS_H

#include "runtime/lts/graph.h"

/* States are in one block exactly when each simulates the other. */
struct sim_blocks {
    uint32_t *block, count; /* by state */
    uint64_t **above;       /* by block: a bit for each block that simulates it */
};
/* Two states to look at meanwhile: the rounds end when root[1] is found not to simulate root[0] (of side `last`: the
 * other way round), since no more is asked then. The preorder is not finished in that case. */
struct sim_watch {
    uint32_t root[2], last;
    uint32_t rank[2]; /* out: the round in which root[!side] was found not to simulate root[side]; 0: none */
    /* NULL, or told of each pair of states (p, q) with near[0][p] and near[1][q] not 0 */
    void (*refuted)(void *context, uint32_t p, uint32_t q, uint32_t round);
    void *context;
    const uint32_t *near[2];
};
/* `watch` may be NULL. */
enum status sim_blocks(const struct graph *g, bool ready, struct sim_watch *watch, struct sim_blocks *out,
                       const struct lts_control *c, struct diag *d);
/* Whether so many bytes are allowed; without a limit eight gigabytes are, as more is hardly meant. `most` is what may
 * yet be needed in all, for the message. */
enum status sim_memory(const struct lts_control *c, uint64_t bytes, uint64_t most, struct diag *d);
void sim_blocks_free(struct sim_blocks *x);

/* Whether q simulates p. */
static inline bool sim_below(const struct sim_blocks *x, uint32_t p, uint32_t q)
{
    return bit_get(x->above[x->block[p]], x->block[q]);
}

#endif
