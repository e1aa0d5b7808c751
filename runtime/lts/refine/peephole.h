/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The peephole reduction.
 */
#ifndef CWOLF_LTS_REFINE_PEEPHOLE_H
#define CWOLF_LTS_REFINE_PEEPHOLE_H

#include "runtime/lts/reduce.h"

/* A state is deleted when all its transitions are silent and lead to one other state. In a graph with may transitions
 * the silent step must be must: otherwise a program may stop there, which the reduced system could not tell. */
lts_reduce_maker refine_peephole;

#endif
