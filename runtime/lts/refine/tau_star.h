/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The system without silent steps: s -a-> t wherever silent steps and then a lead from s to t (tau*.a).
 */
#ifndef CWOLF_LTS_REFINE_TAU_STAR_H
#define CWOLF_LTS_REFINE_TAU_STAR_H

#include "runtime/lts/reduce.h"

/* The quotient of that system by its strong classes, made from the branching quotient of g, which has the same:
 * class_of is LTS_NONE for states that no visible step leads to. */
lts_reduce_maker refine_tau_star_quotient;

#endif
