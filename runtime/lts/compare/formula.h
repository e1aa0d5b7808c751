/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Making formulas: equal formulas are one object, found by what they are made of.
 */
#ifndef CWOLF_LTS_COMPARE_FORMULA_H
#define CWOLF_LTS_COMPARE_FORMULA_H

#include "runtime/lts/lts.h"

typedef const struct lts_formula *formula;

/* All formulas of one comparison. They live in the arena; the pool itself is released when they are made. */
struct formulas {
    struct arena *arena;
    struct intern *known; /* what each is made of */
    struct VEC(formula) all;
    struct map64 implied; /* by two formulas: whether the first is seen to imply the second */
};
void formulas_init(struct formulas *x, struct arena *arena);
void formulas_free(struct formulas *x);

formula formula_true(struct formulas *x);
formula formula_proposition(struct formulas *x, const char *name, bool maybe);
formula formula_not(struct formulas *x, formula f); /* of a negation: what is negated */
/* Of any number; what another of them implies is left out, and (F and G) in it is taken apart. */
formula formula_and(struct formulas *x, formula *parts, size_t count);
formula formula_step(struct formulas *x, enum lts_formula_op op, const char *label, bool changes, formula f);
formula formula_via(struct formulas *x, formula at, const char *label, bool changes, formula then);
formula formula_forever(struct formulas *x, formula f);

/* Whether the first is easily seen to imply the second, which it may do though it is not. */
bool formula_implies(struct formulas *x, formula f, formula g);

#endif
