/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Interrupts and limits: how long work ends early, and what it says then.
 */
#include "runtime/lts/control.h"

#include <poll.h>

enum status lts_control_stopped(struct diag *d)
{
    return diag_set(d, ST_STOPPED, (struct place){0}, "interrupted");
}

enum status lts_control_step(const struct lts_control *c, const char *phase, uint64_t done, uint64_t all,
                             struct diag *d)
{
    if (c && c->progress)
        c->progress(c->context, phase, done, all);
    return control_stops(c) ? lts_control_stopped(d) : ST_OK;
}

enum status lts_control_await(const struct lts_control *c, int fd, bool to_write, struct diag *d)
{
    struct pollfd end = {fd, to_write ? POLLOUT : POLLIN, 0};
    do {
        if (control_stops(c))
            return lts_control_stopped(d);
    } while (poll(&end, 1, c && c->stop ? 200 : -1) <= 0);
    return ST_OK;
}

enum status lts_control_memory(const struct lts_control *c, uint64_t bytes, const char *what, struct diag *d)
{
    if (!c || !c->max_memory || bytes <= c->max_memory)
        return ST_OK;
    return diag_set(d, ST_LIMIT, (struct place){0},
                    "%s needs %llu MB of memory, more than the limit of %llu MB (--max-memory)", what,
                    (unsigned long long)((bytes - 1) >> 20) + 1, (unsigned long long)(c->max_memory >> 20));
}
