/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What makes the reduced graph of a relation, and the partitions behind those that are made of classes.
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

/* Makes a reduced graph `q` of g, which has nothing in it before and is released by the caller, whatever comes; a state
 * s becomes class_of[s], or LTS_NONE where the result does not represent it. */
typedef enum status lts_reduce_maker(const struct graph *g, enum lts_relation relation, uint32_t *class_of,
                                     struct graph *q, const struct lts_control *c, struct diag *d);
/* The graph of the classes of a bisimulation, whose steps may be more than it needs and have no must bits. */
lts_reduce_maker lts_reduce_collapse;
/* Traces (deterministic, minimal), completed traces and failures, and their weak forms. */
lts_reduce_maker words_reduce;
/* Simulation, ready simulation and safety equivalence. */
lts_reduce_maker sim_reduce;

#endif
