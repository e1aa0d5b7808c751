/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * induct: loops of many turns, by candidates for invariants and one turn from any state.
 */
#ifndef CWOLF_CHECK_INDUCT_H
#define CWOLF_CHECK_INDUCT_H

#include "runtime/check/search/exhaust.h"

struct induct_question {
    const struct cwi_unit *u;
    const struct notes *given;
    struct run_trials *t; /* without a trial yet */
    cwi_id entry;         /* with which its program begins; nothing but inputs decides what it does */
    bool as_formula;      /* all paths are one formula (merged.h); else trials go them one by one */
};
/* As check_exhaust, with the loops cut that take many turns; where a point is reached, or something is open, nothing is
 * known. */
enum status check_induct(const struct induct_question *q, const struct exhaust_options *options, struct exhausted *out,
                         struct diag *d);

#endif
