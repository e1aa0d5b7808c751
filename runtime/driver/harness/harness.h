/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * harness: the failures that a check found, outside of the checker: a test suite with one test each (suite.h), and a
 * Makefile that builds the program with the inputs, runs it on one, shows in cwolf run what is wrong, and starts a
 * debugger on it. The caller of an entry that is no main is generated (harness_main.h).
 */
#ifndef CWOLF_HARNESS_H
#define CWOLF_HARNESS_H

#include "runtime/driver/driver.h"

struct harness_request {
    const char *directory;
    const struct cwi_unit *u;
    const struct notes *notes;
    const struct check_report *report;
    cwi_id entry;
    char *const *files; /* what was checked */
    size_t file_count;
};

/* One test for each answer of the report that is False with inputs, in their order; says what there is, and what to
 * expect of it. Where there is none, or where nothing native can be linked, a warning says why, and nothing is written.
 */
enum status driver_harness_write(const struct harness_request *r, struct diag *d);

#endif
