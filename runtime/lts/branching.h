/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Branching bisimulation as a partition.
 */
#ifndef CWOLF_LTS_BRANCHING_H
#define CWOLF_LTS_BRANCHING_H

#include "runtime/lts/partition.h"

/* Writes the class of each state. With `divergent` not NULL, divergence is preserved (explicit divergence: an infinite
 * silent path inside the class counts), and *divergent becomes a malloc'd array that tells it for each class. */
enum status branching_partition(const struct graph *g, uint32_t *class_of, uint32_t *classes, bool **divergent,
                                const struct lts_control *c, struct diag *d);

#endif
