/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In which round simulation of one state by another is refuted, for the pairs that a play between two states can come
 * to.
 */
#ifndef CWOLF_LTS_SIM_SIM_H
#define CWOLF_LTS_SIM_SIM_H

#include "runtime/lts/sim/blocks.h"

/* By pair: 0 when q simulates p (or when that is refuted later than the first pair, or the play does not come there),
 * else the number of the round in which it was refuted: in round 1 because q lacks a label or has other propositions
 * (ready: has other labels), in round r because p has a step whose answers by q were all refuted before. Two bytes for
 * each pair of a state near the one and a state near the other. */
struct sim_ranks {
    uint32_t *row, *column; /* by state, + 1; 0: none */
    size_t rows, columns;
    uint16_t *rank;
};
enum { SIM_LAST_ROUND = UINT16_MAX };

/* For the pair (p, q), which was refuted in round `first`, below SIM_LAST_ROUND. */
enum status sim_ranks(const struct graph *g, bool ready, uint32_t p, uint32_t q, uint32_t first, struct sim_ranks *out,
                      const struct lts_control *c, struct diag *d);
void sim_ranks_free(struct sim_ranks *x);

static inline uint32_t sim_rank(const struct sim_ranks *x, uint32_t p, uint32_t q)
{
    return x->row[p] && x->column[q] ? x->rank[(x->row[p] - 1) * x->columns + x->column[q] - 1] : 0;
}

#endif
