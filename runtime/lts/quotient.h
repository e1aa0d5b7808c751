/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From classes to a finished system in canonical order.
 */
#ifndef CWOLF_LTS_QUOTIENT_H
#define CWOLF_LTS_QUOTIENT_H

#include "runtime/lts/graph.h"

/* Ranks the states so that isomorphic graphs, in which no two states are strongly bisimilar, get corresponding
 * ranks. */
void lts_reduce_order(const struct graph *q, uint32_t *rank);
/* The same, cheaper, where only successors of one state by one label need different ranks. */
void lts_reduce_ranks(const struct graph *q, uint64_t *rank);

/* Makes a system of the class graph `q` (rows sorted, must bits in q->must, see below), numbered breadth first in the
 * order of label names and, among equal labels, of rank: canonical when q's states are pairwise not strongly bisimilar
 * (`minimal`), else in the order of q->old. `g` is the graph of `l` and class_of its classes. Transitions of q get the
 * origin of a transition of l that they stand for. Must bits are written when l has them: q->must, or all set when that
 * is NULL. `map` as class_of of lts_reduce. */
struct lts *lts_reduce_build(const struct lts *l, const struct graph *g, const uint32_t *class_of,
                             const struct graph *q, bool minimal, uint32_t **map);
/* The same of a minimal q whose rows are given up: they are freed as they are copied. */
struct lts *lts_reduce_build_taking(const struct lts *l, const struct graph *g, const uint32_t *class_of,
                                    struct graph *q, uint32_t **map);

/* The index of q's transition (from, label, to), or UINT64_MAX. */
uint64_t lts_graph_find(const struct graph *q, uint32_t from, uint32_t label, uint32_t to);

#endif
