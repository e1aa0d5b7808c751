/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The system without silent steps: s -a-> t wherever silent steps and then a lead from s to t (tau*.a).
 */
#ifndef CWOLF_LTS_REFINE_TAU_STAR_H
#define CWOLF_LTS_REFINE_TAU_STAR_H

#include "runtime/lts/reduce.h"

/* The states of `out` are those that visible steps lead to from the roots; old[] counts as in `g`. `number` (by state
 * of g) receives the new number or LTS_NONE. ST_LIMIT when its transitions need more memory than the control allows. */
enum status refine_tau_star(struct graph *out, const struct graph *g, uint32_t *number, const struct lts_control *c,
                            struct diag *d);

/* The quotient of that system by its strong classes, made from the branching quotient of g, which has the same:
 * class_of is LTS_NONE for states that no visible step leads to. */
lts_reduce_maker refine_tau_star_quotient;

#endif
