/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * getopt remembers where it is, and this process has used it: the program finds it as if it had not.
 *
 * Its variables get what they have at first. What it keeps to itself is set up by a call with optind 0; that is made
 * before the program's first call, for it depends on the letters that the program gives it and on its environment.
 *
 * Source: getopt(3), "the GNU implementation of getopt() can be reinitialized".
 */
#include "external.h"

#include <getopt.h>

void run_options_begin(void)
{
    optind = 1;
    opterr = 1;
    optopt = '?';
    optarg = NULL;
}

bool run_is_option_variable(const char *name)
{
    static const char *const names[] = {"optarg", "optind", "opterr", "optopt"};
    return run_is_named(names, sizeof names / sizeof *names, name);
}

static bool do_getopt(struct machine *m, struct outcall *c)
{
    char *none[] = {"", NULL};
    int kept[] = {optind, opterr, optopt};
    char *argument = optarg;
    if (m->is_getopt_begun || c->count < 3 || !run_external_address(c->x))
        return false;
    m->is_getopt_begun = true;
    run_string(m, c->args[2], UINT64_MAX);
    int (*short_options)(int, char *const *, const char *) = getopt;
    if (!strstr(c->x->name, "long"))
        *(void **)&short_options = c->x->address;
    optind = 0;
    short_options(1, none, (const char *)(uintptr_t)c->args[2].bits);
    optind = kept[0];
    opterr = kept[1];
    optopt = kept[2];
    optarg = argument;
    return false;
}

own_function *run_own_options(const char *name)
{
    static const struct own_row rows[] = {
        {"getopt", do_getopt},
        {"__posix_getopt", do_getopt},
        {"getopt_long", do_getopt},
        {"getopt_long_only", do_getopt},
    };
    return run_find_own(rows, sizeof rows / sizeof *rows, name);
}
