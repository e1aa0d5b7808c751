/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parallel: what concrete runs decide, while states are explored: all paths as one formula, all paths, induction,
 * search. Where there is a second processor and a time limit, a process of its own begins with them at once; what it
 * has not begun when the states are done is begun by whoever comes to it first. Elsewhere they are done in turn.
 */
#ifndef CWOLF_CHECK_PARALLEL_H
#define CWOLF_CHECK_PARALLEL_H

#include "runtime/cwi/cwi.h"

struct parallel;
struct session;

/* For the open questions of the entry, which the session is prepared for. The session's budget ends (BUDGET_ANSWERED)
 * as soon as the process has answered all of them. */
struct parallel *check_parallel_begin(struct session *s, cwi_id entry);
/* Does what nobody has begun, with parts of the time that is left; what is answered is so in the session. */
void check_parallel_work(struct parallel *b);
/* Waits for the process while there is time and something is open, takes its answers, ends it; frees *b. True: it has
 * answered something. NULL is allowed: false. */
bool check_parallel_end(struct parallel *b);

#endif
