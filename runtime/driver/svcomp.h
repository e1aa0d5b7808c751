/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * svcomp: property files of the software verification competition, and verdicts as its tools print them.
 */
#ifndef CWOLF_DRIVER_SVCOMP_H
#define CWOLF_DRIVER_SVCOMP_H

#include "runtime/driver/driver.h"

/* One row for each property that the tool has. */
struct svcomp_row {
    const char *formula;  /* in LTL(...) */
    const char *property; /* as -p takes it */
    const char *name;     /* in FALSE(...) */
    bool is_all;          /* the tool's True is the competition's */
};
/* What a property file asks. */
enum { SVCOMP_ROWS = 6 };
struct svcomp {
    const struct svcomp_row *rows[SVCOMP_ROWS]; /* those that there is a row for, each once */
    uint32_t count;
    bool is_more; /* and something else */
};
/* Of a property file (.prp). ST_BAD when it is no such file. */
enum status driver_svcomp_read(const char *path, struct svcomp *out, struct diag *d);
/* Whether no row before this one has the same property. */
bool driver_svcomp_is_first(const struct svcomp *s, uint32_t row);
/* The row that is violated, and the answer that says so; NULL: none is known to be. */
const struct svcomp_row *driver_svcomp_violated(const struct svcomp *s, const struct check_report *r,
                                                const struct check_answer **answer);
/* "TRUE", "FALSE(unreach-call)" or "UNKNOWN" and the end of the line; false for UNKNOWN. */
bool driver_svcomp_print(const struct svcomp *s, const struct check_report *r, struct buf *out);

#endif
