/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Distinguishing formulas of Hennessy-Milner logic. Silent steps are those that change no proposition.
 *
 *     tt   not F   (F and G)   <a>F   <<a>>F (weak: silent* a silent*)   <<i>>F (silent*)   p   maybe(p)
 */
#ifndef CWOLF_LTS_COMPARE_FORMULA_H
#define CWOLF_LTS_COMPARE_FORMULA_H

#include "runtime/lts/compare.h"
#include "runtime/lts/compare_rounds.h"
#include "runtime/lts/sim.h"

/* True of class p and false of class q, which the rounds have apart. NULL where none is made: too long, or the
 * difference is one of divergence or of branching, which this logic does not see. */
const char *formula_of_rounds(struct compare *x, struct rounds *r, uint32_t p, uint32_t q);
/* The same for a pair that simulation refutes. */
const char *formula_of_ranks(struct compare *x, const struct graph *q, const uint16_t *rank, uint32_t from,
                             uint32_t to);
/* The same, negated. */
const char *formula_negate(struct compare *x, const char *formula);

/* The step of `from` that `to` cannot answer any more, the quickest one; UINT64_MAX when their labels or propositions
 * alone tell (and `from` has no label that `to` lacks). */
uint64_t sim_attack(const struct graph *q, const uint16_t *rank, uint32_t from, uint32_t to);

#endif
