/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What concrete runs may show, as the files that make them see it. Private to concrete.c, all_paths.c,
 * violations.c and engine_run.c.
 */
#ifndef CWOLF_CHECK_CONCRETE_H
#define CWOLF_CHECK_CONCRETE_H

#include "runtime/base/budget.h"
#include "runtime/run/trial.h"

struct asked;
struct session;

struct check_points VEC(uint32_t);

/* The points that a run reaches where it violates the property; new ones for conditions. Before the first trial. False:
 * there are none, or not all are known, and what reaches none of them proves nothing. */
bool check_error_points(const struct session *s, struct run_trials *t, const struct note *q, struct check_points *out);
/* True, for runs say so: `how` is its message. */
void check_runs_answer_true(struct session *s, struct asked *q, const char *how, const char *by);
/* The kind of error that violates the property; RUN_OTHER_FAULT: none, it is about places. */
enum run_fault check_fault_of(const struct asked *q);
/* It asks about something that a run can show. */
bool check_is_shown_by_runs(const struct asked *q);
/* The program is what a user would start; an input that is said to come from a function with a body is not followed. */
bool check_can_run(const struct session *s, cwi_id entry);
/* As many as there is time for; 0: that alone ends it. */
uint32_t check_most_runs(const struct budget *b);

#endif
