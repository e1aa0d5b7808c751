/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files of the three-valued comparison share.
 */
#ifndef CWOLF_LTS_COMPARE_DESIGN_H
#define CWOLF_LTS_COMPARE_DESIGN_H

#include "runtime/lts/compare/compare.h"

/* A comparison of a model with a design: `x` has both, may transitions included. */
struct design {
    struct compare x;
    const struct lts *model;
    struct lts design; /* the caller's, all must */
};

/* The bisimulations. */
enum status compare_design_bisimulation(struct design *w, struct diag *d);

/* The game in which the model must make its must steps and answers by may steps: *refuted tells whether no
 * implementation of the model is equivalent to the design; then the play is filled in. `k` has the classes of the
 * relation on the graph of both. */
enum status compare_design_refute(struct design *w, const struct classes *k, bool *refuted, struct diag *d);

/* Fills in the first state (nearest to the initial one) that only may transitions let do what its class can do. */
void compare_design_blame_may(struct design *w, const struct classes *k);

#endif
