/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bisimilarity of systems that are alike but for some rows.
 */
#ifndef CWOLF_LTS_COMPARE_NEAR_H
#define CWOLF_LTS_COMPARE_NEAR_H

#include "runtime/lts/compare/formula_bisim.h"

struct near {
    struct alike alike;
    struct told told;
    bool are_alike;    /* else the others say nothing */
    bool by_pairs;     /* they can be told apart so */
    bool done;         /* the result is filled in, all of it */
    bool found;        /* the trace is filled in */
    bool traces_known; /* it is found, or they are known to be alike */
};
/* Looks at what is near the rows that differ, as long as that is quickly done. */
enum status compare_near(struct compare *x, const struct kind *kind, struct near *n, struct diag *d);
/* The same with more patience, for systems that are known to differ. Fills in the formula, and the play where there is
 * no trace, or nothing. */
bool near_tell(struct compare *x, struct near *n, bool patient);
void near_free(struct near *n);

#endif
