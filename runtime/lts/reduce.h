/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reductions that are not made of classes of one graph, and the partitions behind those that are.
 */
#ifndef CWOLF_LTS_REDUCE_H
#define CWOLF_LTS_REDUCE_H

#include "runtime/lts/graph.h"

/* The classes of a bisimulation (strong, branching, weak and the divergence-preserving ones). `loops` may be NULL, else
 * it becomes a malloc'd array: the classes with a silent loop of their own in the quotient. */
enum status lts_reduce_partition(const struct graph *g, enum lts_relation relation, uint32_t *class_of,
                                 uint32_t *classes, bool **loops, const struct lts_control *c, struct diag *d);
/* The minimal quotient graph for those classes, must bits included; `q` is released by the caller, whatever comes. */
enum status lts_reduce_quotient(const struct graph *g, enum lts_relation relation, const uint32_t *class_of,
                                uint32_t classes, const bool *loops, struct graph *q, const struct lts_control *c,
                                struct diag *d);

/* Traces (deterministic, minimal), completed traces and failures, and their weak forms. */
enum status words_trace_reduce(const struct lts *l, enum lts_relation relation, const struct lts_control *c,
                               struct lts **out, uint32_t **class_of, struct diag *d);
/* Simulation, ready simulation and safety equivalence. */
enum status sim_reduce(const struct lts *l, enum lts_relation relation, const struct lts_control *c, struct lts **out,
                       uint32_t **class_of, struct diag *d);

#endif
