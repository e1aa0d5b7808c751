/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * coverage: how often lines, branches and functions were executed, in lcov's form; of one run or of several together.
 *
 * A line's count is how often it was entered from another line, or from itself backwards; a branch is one way out of a
 * condition, of which `a && b` has two, or of a switch. Both are as gcov counts what GCC makes without optimisation.
 * Sources: gcov(1); geninfo(1), "Files".
 */
#ifndef CWOLF_RUN_COVERAGE_H
#define CWOLF_RUN_COVERAGE_H

#include "runtime/base/base.h"

struct run_cover;

struct run_cover *run_cover_new(void);
void run_cover_free(struct run_cover *c); /* NULL is allowed */
/* Adds what a file in lcov's form holds; ST_BAD names the line that is none. */
enum status run_cover_read(struct run_cover *c, const char *path, struct diag *d);
/* Appends all of it in lcov's form, files and lines ascending. */
void run_cover_write(struct run_cover *c, struct buf *out);

struct run_cover_totals {
    uint64_t lines, lines_hit, branches, branches_hit, functions, functions_hit;
};
struct run_cover_totals run_cover_totals(struct run_cover *c);

/* For the machine: `place` apart from `count`, equal places are summed. `name` (may be NULL) is copied. */
enum cover_kind { COVER_FUNCTION, COVER_LINE, COVER_BRANCH };
void run_cover_add(struct run_cover *c, enum cover_kind kind, const char *file, uint32_t line, uint32_t block,
                   uint32_t branch, const char *name, uint64_t count, bool is_executed);

#endif
