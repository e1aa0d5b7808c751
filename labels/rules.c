/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rules.c: the ready-made sets by name.
 */
#include "labels/rules.h"

#include <string.h>

const struct rule_set rule_sets[] = {
    {"stdio", "streams", rules_stdio},
    {"memory", "blocks of the heap", rules_memory},
    {"pthread", "mutexes and what waits with them", rules_pthread},
    {"posix", "file descriptors, handlers of signals, and the order of calls that give up rights", rules_posix},
    {"va", "lists of variable arguments", rules_va},
    {0},
};

const struct rule_set *rule_set_by_name(const char *name)
{
    for (const struct rule_set *s = rule_sets; s->name; s++)
        if (!strcmp(s->name, name))
            return s;
    return 0;
}
