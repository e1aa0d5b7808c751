/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * harness_main: the caller of an entry that is no main, as C: it passes what a run does
 * (runtime/run/entry_arguments.h), with the inputs that cwolf_next() gives (suite.h).
 */
#ifndef CWOLF_HARNESS_MAIN_H
#define CWOLF_HARNESS_MAIN_H

#include "runtime/driver/driver.h"

/* Appends it. Why there can be none, in `a`, or NULL. */
const char *driver_harness_main(struct arena *a, const struct cwi_unit *u, cwi_id entry, struct buf *out);

#endif
