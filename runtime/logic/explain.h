/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Why an equation has its value: a strategy of the parity game, shown as steps. Private to the room.
 */
#ifndef CWOLF_LOGIC_EXPLAIN_H
#define CWOLF_LOGIC_EXPLAIN_H

#include "runtime/logic/game.h"

/* Appends the steps that show why the root has `value` in the initial state, to out->steps in the arena. */
enum status logic_explain(struct solution *s, bool value, const struct logic_options *o, struct arena *a,
                          struct logic_answer *out, struct diag *d);

#endif
