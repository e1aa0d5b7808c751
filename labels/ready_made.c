/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ready_made.c: ready-made label maps by name.
 */
#include "labels/ready_made.h"
#include "labels/labels.h"

const char *const ev_ready_made_names[] = {"posix", "stdio", NULL};
static const char *const maps[] = {ev_posix, ev_stdio};

const char *ev_ready_made(const char *name)
{
    for (size_t i = 0; ev_ready_made_names[i]; i++)
        if (!strcmp(name, ev_ready_made_names[i]))
            return maps[i];
    return NULL;
}
