/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Guesses, as their own files see them. Private to guess.c, guess_arrays.c and guess_stacks.c.
 */
#ifndef CWOLF_CHECK_GUESS_PRIVATE_H
#define CWOLF_CHECK_GUESS_PRIVATE_H

#include "guess.h"

struct guess {
    const struct guess_known *known;
    enum guess_kind kind;
    const struct run_cut_cell *cells;
    uint32_t cell_count, row_count;
    const int64_t (*rows)[CUT_CELLS];
    const bool *undefined;
    struct run_cut_modes *modes;
    uint32_t *mode_of; /* by row */
    bool *is_within;   /* by row: it is one of those that equations and bounds are looked for in */
    bool *is_apart;    /* by cell: it makes a mode, or is one element of many: nothing is guessed of it alone */
    bool *is_sum;      /* by cell: it is a sum of others */
    struct run_cut_candidate *candidates;
    uint32_t *count;
};

/* One more candidate, if there is room. */
void check_guess_add(struct guess *x, struct run_cut_candidate k);
/* What the cell holds in all rows; where there are none, *least is more than *most. */
void check_guess_range(const struct guess *x, uint32_t cell, int64_t *least, int64_t *most);
/* The number of the program that is nearest to the value on that side, or is it; INT64_MIN, INT64_MAX: there is none.
 */
int64_t check_guess_below(const struct guess *x, int64_t value);
int64_t check_guess_above(const struct guess *x, int64_t value);

enum { GUESS_LEAST_ELEMENTS = 4 }; /* fewer are looked at as so many variables */
struct guess_elements {            /* of an array, cells one after the other */
    uint32_t first, count;
};
/* Those that begin with the cell. */
struct guess_elements check_guess_elements(const struct guess *x, uint32_t first);
/* The cell counts how many of the elements are used, as far as its values are known. */
bool check_guess_is_index(const struct guess *x, uint32_t cell, struct guess_elements e);

/* Of arrays: what lies between which bounds in all elements, and what those before an index hold. */
void check_guess_arrays(struct guess *x);
/* What the elements of stacks and rings hold together. */
void check_guess_stacks(struct guess *x);

#endif
