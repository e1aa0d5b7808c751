/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * goals_read: what a set of runs is to reach, as users write it, a line each (# begins a comment):
 *
 *     line FILE:LINE              lines FILE:FIRST-LAST         each line of the range that has code
 *     function NAME               functions                     each with a body
 *     edges FUNCTION              edges FILE:FIRST-LAST         each way out of each branch
 *     conditions FUNCTION         conditions FILE:FIRST-LAST    each condition, operands of && and || too, both ways
 *     paths FUNCTION [K]          each way from entry to return that takes no edge more than K times (1)
 *     at FILE:LINE EXPRESSION     the expression is not 0 when the line is reached
 *
 * A part of the query language FQL (Holzer, Schallhart, Tautschnig and Veith 2010; Krall 2012, 1.1).
 */
#ifndef CWOLF_CHECK_GOALS_READ_H
#define CWOLF_CHECK_GOALS_READ_H

#include "runtime/check/check.h"
#include "runtime/check/search/search.h"

struct check_goals VEC(struct check_goal);
struct check_texts VEC(const char *);

/* Appends the goals of a text; `name` is its file, for messages. Texts live in `a`; points are made in `t`, which had
 * no trial yet. Conditions add types to the unit. Fails with the line of the text where something is not known. */
enum status check_goals_read(struct arena *a, struct cwi_unit *u, struct run_trials *t, const char *name,
                             const char *text, struct check_goals *out, struct diag *d);
/* One goal, FILE:LINE or FUNCTION. */
enum status check_goals_place(struct arena *a, struct cwi_unit *u, struct run_trials *t, const char *text,
                              struct check_goals *out, struct diag *d);

/* Appends which way out of a branch it is: "is true", "is in [3 .. 7]". */
void check_goals_put_way(const struct cwi_stmt *branch, uint32_t way, struct buf *out);

/* Asks the abstract machine which of the goals without a test no run reaches: it sets `is_unreachable`. `u` and `t` are
 * the goals' own; `whole` is the same program, linked for checking, which gets a label at each goal, and blocks for
 * that. What is assumed is appended to `assumptions`, in `a`. A budget that ends is no failure. */
enum status check_goals_unreachable(struct arena *a, const struct cwi_unit *u, const struct run_trials *t,
                                    struct cwi_unit *whole, const struct notes *notes,
                                    const struct check_options *options, struct check_goals *goals,
                                    struct check_texts *assumptions, struct diag *d);

#endif
