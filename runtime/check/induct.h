/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * induct: loops without an end, by candidates for an invariant and one turn from any state.
 */
#ifndef CWOLF_CHECK_INDUCT_H
#define CWOLF_CHECK_INDUCT_H

#include "runtime/check/exhaust.h"

/* As check_exhaust, with loop number `loop` (from 1 on, the last in the text first) of the function cut; where a point
 * is reached, or something is open, nothing is known. `t` is without a trial yet. ST_BAD: there are fewer loops. */
enum status check_induct(const struct cwi_unit *u, struct run_trials *t, cwi_id func, uint32_t loop,
                         const struct exhaust_options *options, struct exhausted *out, struct diag *d);

#endif
