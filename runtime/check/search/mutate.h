/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * mutate: a row of inputs is changed at random. Private to the search.
 */
#ifndef CWOLF_CHECK_MUTATE_H
#define CWOLF_CHECK_MUTATE_H

#include "runtime/base/base.h"

struct mutation {
    int64_t *items; /* changed; room for `most` */
    uint32_t count, most;
    uint64_t *seed;
    const int64_t *numbers, *other; /* that the program compares with; another row */
    uint32_t number_count, other_count;
};

/* One of: a value changes, moves in, or goes; some are repeated; the end becomes another's. */
void check_mutate(struct mutation *x);

#endif
