/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The simulation preorder as a table of ranks.
 */
#ifndef CWOLF_LTS_SIM_H
#define CWOLF_LTS_SIM_H

#include "runtime/lts/reduce_graph.h"

/* rank[p * states + q] is 0 when q simulates p, else the number of the round in which that was refuted: in round 1
 * because q lacks a label or has other propositions (ready: has other labels), in round r because p has a step whose
 * answers by q were all refuted before. */
enum { SIM_LAST_ROUND = UINT16_MAX };
enum status sim_ranks(const struct graph *g, bool ready, uint16_t **rank, const struct lts_control *c, struct diag *d);

#endif
