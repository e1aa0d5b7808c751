/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * inputs: random ones for trials that come to loops. Half of the trials use few values: what needs two inputs of some
 * kind is met sooner. Source: Groce et al. 2012, Swarm testing.
 */
#ifndef CWOLF_CHECK_INPUTS_H
#define CWOLF_CHECK_INPUTS_H

#include "guess.h"

struct induct_inputs {
    struct run_trials *t;
    uint32_t loops;
    struct guess_known known; /* numbers in the program, and beside those */
    uint64_t seed;
};

/* The loops are those that were added to the trials (run_cut_add), at least one. */
void check_inputs_begin(struct induct_inputs *x, const struct cwi_unit *u, struct run_trials *t, uint32_t loops);
void check_inputs_put(struct induct_inputs *x, int64_t *inputs, uint32_t count);
void check_inputs_free(struct induct_inputs *x);

#endif
