/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * guess: candidates for an invariant of a loop, which hold in all states of it that trials have noted.
 *
 * Sources: Ernst et al. 2007, Daikon (what is guessed); Karr 1976 (linear equations).
 */
#ifndef CWOLF_CHECK_GUESS_H
#define CWOLF_CHECK_GUESS_H

#include "runtime/run/trace/loop_cut.h"

enum guess_kind {
    GUESS_STACKS,   /* GUESS_ARRAYS, and what elements of stacks and rings hold together; for formulas only */
    GUESS_FEW,      /* equations, bounds, orders of what is compared: a solver gets all of them in each question */
    GUESS_ARRAYS,   /* instead of what single elements hold, what all do, or all before an index */
    GUESS_MODES,    /* what flags hold together, and equations and bounds of each such mode */
    GUESS_RELATED,  /* orders of two cells too, and equations where a flag has one of its values */
    GUESS_PRODUCTS, /* equations with products of two cells too */
    GUESS_KINDS
};
struct guess_pair { /* of variables */
    cwi_id a, b;
};
/* What the program says. */
struct guess_known {
    struct VEC(int64_t) numbers; /* that bounds are chosen from: sorted, without duplicates */
    struct VEC(struct guess_pair) compared, subtracted;
};

/* The candidates of the loop, and its modes, become these: at most CUT_CANDIDATES, what is beyond is left out. */
void check_guess(struct run_trials *t, uint32_t loop, enum guess_kind kind, const struct guess_known *known);
/* Whether GUESS_ARRAYS is of use: the loop changes one. */
bool check_guess_has_arrays(const struct run_trials *t, uint32_t loop);
/* Whether GUESS_STACKS is of use: its candidates, which the loop has, say something of elements together. */
bool check_guess_has_stacks(struct run_trials *t, uint32_t loop);

#endif
