/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf lts script`: systems composed and reduced step by step, as a file says.
 */
#include "lts_command.h"

#include <unistd.h>

static void tell_size(void *context, struct place at, const char *what, const struct lts *l)
{
    (void)context;
    fprintf(stderr, "%s:%u:%u: %s: %u states, %llu transitions\n", at.file, at.line, at.col, what, l->states,
            (unsigned long long)lts_transitions(l));
}

int driver_lts_run_script(const struct lts_options *o)
{
    struct diag d = {0};
    struct lts_script_host host = {.notes = driver_say_sink()};
    if (o->verbose || isatty(2))
        host.made = tell_size;
    struct lts_control control = driver_lts_watch(o);
    enum status st = lts_script_run_file(o->arena, o->files[0], &host, &control, &d);
    driver_watch_wipe();
    return st == ST_OK ? EX_HOLDS : driver_say_failure(st, &d);
}
