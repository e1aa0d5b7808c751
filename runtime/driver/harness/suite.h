/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A test suite in a directory: N.inputs for `cwolf run --inputs`, and for the program as it was compiled N.stdin and
 * N.values, inputs.c with the functions that give inputs, and run.sh, which runs all of it.
 */
#ifndef CWOLF_SUITE_H
#define CWOLF_SUITE_H

#include "runtime/check/search/search.h"
#include "runtime/driver/driver.h"

struct numbers VEC(int64_t);
struct fractions VEC(double); /* the numbers that are no integers: run_fraction stands for each */
/* The inputs of the suite's tests, in their order, in `a`; none where there is no such directory. */
enum status driver_suite_read(struct arena *a, const char *directory, struct check_search_options *out,
                              struct fractions *fractions, struct diag *d);
/* Writes the tests, in place of those that were there. `command`: the program and its arguments, NULL behind the last.
 * `caller`: C that inputs.c ends with, which may call `long long cwolf_next(double *real)`; NULL:
 * none. */
enum status driver_suite_write(const char *directory, const struct cwi_unit *u, const struct notes *notes,
                               const struct check_found *found, const struct fractions *fractions,
                               const char *const *command, const char *caller, struct diag *d);
/* Appends the numbers of a text with commas or space between them; false: it is something else. */
bool driver_parse_numbers(const char *text, struct numbers *out, struct fractions *fractions);

#endif
