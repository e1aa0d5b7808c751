/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * hill_climb: values of inputs for which conditions hold, by trying: each input is moved as long as the conditions come
 * nearer to what they are to be. Cheap, good at arithmetic, and never sure: where nothing is found, a solver is asked.
 *
 * Source: Korel 1990, Automated software test data generation (branch distance, alternating variables).
 */
#ifndef CWOLF_CHECK_HILL_CLIMB_H
#define CWOLF_CHECK_HILL_CLIMB_H

#include "runtime/run/trial.h"

/* A term of one bit or more that is to be 0, or to be something else. */
struct climb_condition {
    uint32_t term;
    bool is_true;
};
struct climb_problem {
    const struct run_term *terms;
    uint32_t term_count;
    const struct climb_condition *conditions;
    uint32_t condition_count;
    const struct run_input_from *from; /* of each input */
    uint32_t input_count;
    uint64_t seed;   /* where the search begins anew, it is by this: equal problems end equally */
    uint32_t effort; /* evaluations, if the terms are few */
};

/* True: with `inputs`, which begin as the values of a trial and are changed, all conditions hold. */
bool check_climb(const struct climb_problem *p, int64_t *inputs);

#endif
