/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long work keeps to its limits and tells how far it is. Private to the room.
 */
#ifndef CWOLF_LTS_CONTROL_H
#define CWOLF_LTS_CONTROL_H

#include "runtime/lts/lts.h"

static inline bool control_stops(const struct lts_control *c)
{
    return c && c->stop && c->stop(c->context);
}
enum status lts_control_stopped(struct diag *d); /* fills in the diag; ST_STOPPED */
/* Tells the progress (`all` 0: not known) and asks whether to stop. */
enum status lts_control_step(const struct lts_control *c, const char *phase, uint64_t done, uint64_t all,
                             struct diag *d);
/* Waits until `fd` can be read from, or written to: at least PIPE_BUF bytes then fit into a pipe. Whoever waits so, and
 * never in read or write itself, misses no interrupt: the question is put again five times a second. */
enum status lts_control_await(const struct lts_control *c, int fd, bool to_write, struct diag *d);
static inline uint32_t control_states(const struct lts_control *c)
{
    return c && c->max_states ? c->max_states : 10000000;
}
/* ST_LIMIT with a message when `bytes` for `what` are more than the control allows. */
enum status lts_control_memory(const struct lts_control *c, uint64_t bytes, const char *what, struct diag *d);

#endif
