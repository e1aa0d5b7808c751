/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * baseline: known violations of rules, a line for each: RULE FUNCTION EVENT. Lines of the source do not count, so that
 * a change elsewhere in the file leaves them known.
 */
#ifndef CWOLF_DRIVER_BASELINE_H
#define CWOLF_DRIVER_BASELINE_H

#include "runtime/driver/driver.h"

/* Adds what a file says. The diag names the line that is none. */
enum status driver_baseline_read(struct arena *a, const char *path, struct check_acceptances *out, struct diag *d);
/* Those of the report that are still there, suppressions left out: the exit status. */
int driver_baseline_write(const char *path, const struct check_report *r);
/* What was accepted, counted, and what does not apply any more. */
void driver_baseline_say(const struct check_report *r);

#endif
