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
void compare_formulas_init(struct formulas *x, struct arena *arena);
void compare_formulas_free(struct formulas *x);

formula compare_formula_true(struct formulas *x);
formula compare_formula_proposition(struct formulas *x, const char *name, bool maybe);
formula compare_formula_not(struct formulas *x, formula f); /* of a negation: what is negated */
/* Of any number; what another of them implies is left out, and (F and G) in it is taken apart. */
formula compare_formula_and(struct formulas *x, formula *parts, size_t count);
formula compare_formula_step(struct formulas *x, enum lts_formula_op op, const char *label, bool changes, formula f);
formula compare_formula_via(struct formulas *x, formula at, const char *label, bool changes, formula then);
formula compare_formula_forever(struct formulas *x, formula f);

/* Whether the first is easily seen to imply the second, which it may do though it is not. */
bool compare_formula_implies(struct formulas *x, formula f, formula g);

#endif
