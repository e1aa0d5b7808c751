/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Threads that share out the rounds of a loop.
 */
#ifndef CWOLF_WORKERS_H
#define CWOLF_WORKERS_H

#include <stddef.h>

struct workers;

/* That this process may use: at least 1. */
unsigned base_processors(void);

/* `threads` in all, the caller's among them; 0: one for each processor; at most 16. Threads that cannot be
 * had are done without. They take no signals. */
struct workers *base_workers_new(unsigned threads);
void base_workers_free(struct workers *w); /* NULL is fine */
/* How many there are; 1 for NULL. */
unsigned base_workers_count(const struct workers *w);

/* One call for the rounds from .. to-1. `worker` is below base_workers_count, and no two calls with the same one
 * overlap. */
typedef void workers_function(void *context, unsigned worker, size_t from, size_t to);
/* Calls `work` for all of 0 .. n-1 in pieces of `grain` rounds (the last may be shorter), in any order, at the same
 * time; returns when all have returned. When there is only one piece or one worker, all is done in order by the caller.
 * Not to be called from `work`. */
void base_workers_share(struct workers *w, size_t n, size_t grain, workers_function *work, void *context);

#endif
