/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * mutate: a row of inputs is changed at random. Private to the search.
 */
#ifndef CWOLF_CHECK_MUTATE_H
#define CWOLF_CHECK_MUTATE_H

#include "runtime/base/base.h"

enum { WORD_SHORTEST = 2, WORD_LONGEST = 12 };
struct word { /* that the program has */
    uint8_t size;
    char text[WORD_LONGEST];
};
enum input_kind { INPUT_NUMBER, INPUT_CHARACTER, INPUT_CHOICE }; /* CHOICE: 0 is no */
struct mutated {
    int64_t value;
    enum input_kind kind;
};
struct mutation {
    struct mutated *items; /* changed; room for `most` */
    uint32_t count, most;
    uint64_t *seed;
    const struct mutated *other; /* another row */
    const int64_t *numbers;      /* that the program compares with */
    uint32_t number_count, other_count;
    const struct word *words;
    uint32_t word_count;
};

/* One of: a value changes, moves in, or goes; some are repeated; the end becomes another's; a word moves in, or takes
 * the place of others. */
void check_mutate(struct mutation *x);

#endif
