/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * baseline: what is known of the rules of a program. Violations, a line for each: RULE FUNCTION EVENT; lines of the
 * source do not count, so that a change elsewhere in the file leaves them known. And which rules are True: `True: RULE
 * PROGRAM`, so that a change after which one may be violated fails the check.
 */
#ifndef CWOLF_DRIVER_BASELINE_H
#define CWOLF_DRIVER_BASELINE_H

#include "runtime/driver/driver.h"

struct baseline_held {
    const char *rule, *program; /* "stdio.null", and the file that was checked, without its directory */
    struct place at;
};
struct baseline {
    struct check_acceptances known;
    struct VEC(struct baseline_held) held;
};

/* Adds what a file says. The diag names the line that is none. */
enum status driver_baseline_read(struct arena *a, const char *path, struct baseline *out, struct diag *d);
void driver_baseline_free(struct baseline *b);
/* What is known is accepted, and the program's rules that were True have to hold. What the options get is of `b` and
 * `a`. */
void driver_baseline_apply(const struct baseline *b, const char *program, struct arena *a, struct check_options *o);
/* Violations of the report that are still there, suppressions left out, and the rules that are True: the exit
 * status. */
int driver_baseline_write(const char *path, const char *program, const struct check_report *r);
/* What was accepted, counted, and what does not apply any more. */
void driver_baseline_say(const struct check_report *r);

#endif
