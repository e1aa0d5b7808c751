/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Weak bisimulation (observational equivalence) as a partition, and the fewest transitions that keep it.
 */
#ifndef CWOLF_LTS_WEAK_H
#define CWOLF_LTS_WEAK_H

#include "runtime/lts/partition.h"

/* Writes the class of each state. With `divergent` not NULL, divergence is preserved, and *divergent becomes a
 * malloc'd array that tells it for each class. Explicit divergence: an infinite silent path inside the class
 * counts. */
enum status weak_partition(const struct graph *g, uint32_t *class_of, uint32_t *classes, bool **divergent,
                           const struct lts_control *c, struct diag *d);
/* The same of a branching quotient `h` without silent loops; loop[] tells which states are divergent, where that
 * counts, else it is NULL. */
enum status weak_classes(const struct graph *h, const bool *loop, uint32_t *class_of, uint32_t *classes,
                         const struct lts_control *c, struct diag *d);

/* Splits blocks, never wrongly, by much of what weak bisimulation tells apart. */
enum status weak_sketch(const struct graph *h, const bool *loop, struct blocks *p, const struct lts_control *c,
                        struct diag *d);

/* Refines blocks to the coarsest weak bisimulation inside them, unless that takes more than `budget` (0: none) steps of
 * work: then *done is false, and the blocks are too coarse still. */
enum status weak_local(const struct graph *h, const bool *loop, struct blocks *p, uint64_t budget, bool *done,
                       const struct lts_control *c, struct diag *d);

/* Takes out of a graph of weak classes (silent steps without cycles, no silent loops) each transition that others
 * imply. */
void weak_minimise(struct graph *q);

#endif
