/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The peephole reduction.
 */
#ifndef CWOLF_LTS_REFINE_PEEPHOLE_H
#define CWOLF_LTS_REFINE_PEEPHOLE_H

#include "runtime/lts/graph.h"

/* Finds the state that stands for each state, as a class number; *kept (malloc'd) lists the states that stay, by class.
 * A state is deleted when all its transitions are silent and lead to one other state. In a graph with may transitions
 * the silent step must be must: otherwise a program may stop there, which the reduced system could not tell. */
uint32_t refine_peephole_classes(const struct graph *g, uint32_t *class_of, uint32_t **kept);

#endif
