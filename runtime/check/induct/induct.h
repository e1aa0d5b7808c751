/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * induct: loops of many turns, by candidates for invariants and one turn from any state.
 */
#ifndef CWOLF_CHECK_INDUCT_H
#define CWOLF_CHECK_INDUCT_H

#include "runtime/check/search/exhaust.h"

/* As check_exhaust, with the loops cut that take many turns; where a point is reached, or something is open, nothing is
 * known. `t` is without a trial yet; its program begins with `entry`. */
enum status check_induct(const struct cwi_unit *u, struct run_trials *t, cwi_id entry,
                         const struct exhaust_options *options, struct exhausted *out, struct diag *d);

#endif
