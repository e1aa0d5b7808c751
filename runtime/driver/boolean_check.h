/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * driver_boolean_check: `cwolf check` for Boolean programs.
 */
#ifndef CWOLF_DRIVER_BOOLEAN_CHECK_H
#define CWOLF_DRIVER_BOOLEAN_CHECK_H

#include "runtime/boolean/boolean.h"
#include "runtime/driver/driver.h"

/* Whether the file is a Boolean program by its name: FILE.bp. */
bool driver_boolean_is_named(const char *path);
/* Answers the questions, or "assert" when there is none; returns the exit status. */
int driver_boolean_check(const char *path, const char *const *formulas, size_t count, const struct bool_options *o);

#endif
