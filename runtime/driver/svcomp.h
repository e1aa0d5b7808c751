/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * svcomp: property files of the software verification competition, and verdicts as its tools print them.
 */
#ifndef CWOLF_DRIVER_SVCOMP_H
#define CWOLF_DRIVER_SVCOMP_H

#include "runtime/driver/driver.h"

/* One row for each property that the tool has. */
struct svcomp_row {
    const char *formula;  /* in LTL(...), without blanks */
    const char *property; /* as -p takes it */
    const char *name;     /* in FALSE(...) */
    bool is_all;          /* the tool's True is the competition's */
};
/* The row of a property file (.prp): the first CHECK that there is a row for, and *only whether there is no other that
 * it has no row for. NULL: none. ST_BAD when it is no such file. */
enum status driver_svcomp_read(const char *path, const struct svcomp_row **out, bool *only, struct diag *d);
/* "TRUE", "FALSE(unreach-call)" or "UNKNOWN" and the end of the line; false for UNKNOWN. It is about the last question.
 */
bool driver_svcomp_print(const struct svcomp_row *row, bool only, const struct check_report *r, struct buf *out);

#endif
