/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Comparisons of sums as inequalities of integers. Private to the room.
 */
#ifndef CWOLF_SMT_INTEGERS_H
#define CWOLF_SMT_INTEGERS_H

#include "forms.h"

/* What the facts compare cannot be, together with the equations; false: that is not seen. Adds to *steps what it took,
 * in units of smt_limit. */
bool smt_integers_contradict(const struct equations *y, const struct smt_fact *facts, size_t count, uint64_t *steps);

#endif
