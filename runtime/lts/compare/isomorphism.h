/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether two systems are the same but for the numbers of their states. Private to the room.
 */
#ifndef CWOLF_LTS_COMPARE_ISOMORPHISM_H
#define CWOLF_LTS_COMPARE_ISOMORPHISM_H

#include "runtime/lts/lts.h"

/* All states are reachable, and labels are interned in the order of their names (as lts_reduce leaves them). Names,
 * origins and must bits do not count. ST_LIMIT when that takes too long to find out, ST_STOPPED. */
enum status compare_isomorphic(const struct lts *a, const struct lts *b, const struct lts_control *c, bool *yes,
                               struct diag *d);

#endif
