/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * harness: the failures that a check found, outside of the checker: a test suite with one test each (suite.h), and a
 * Makefile that builds the program with the inputs, runs it on one, and starts a debugger on it.
 */
#ifndef CWOLF_HARNESS_H
#define CWOLF_HARNESS_H

#include "runtime/driver/driver.h"

/* One test for each answer of the report that is False with inputs, in their order: *count. `files`: what was checked.
 * Nothing is written when there is none. */
enum status driver_harness_write(const char *directory, const struct cwi_unit *u, const struct notes *notes,
                                 const struct check_report *r, char *const *files, size_t file_count, uint32_t *count,
                                 struct diag *d);

#endif
