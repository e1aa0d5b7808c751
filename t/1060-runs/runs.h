/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The programs of this directory are compiled twice: for the model, and (-DNATIVE) to run and print each event.
 */
#ifndef RUNS_H
#define RUNS_H
#include <stdio.h>
#include <stdlib.h>

#ifdef NATIVE
static inline void _cwolf_event(const char *name)
{
    fprintf(stderr, "%s\n", name);
}
#else
#include <cwolf.h>
#endif

#include "../1060-events.h"

/* The value of an expression as an event: sixteen cases and the rest. */
#define SHOW(name, value)                               \
    switch (value) {                                    \
    case 0: _cwolf_event(name " 0"); break;             \
    case 1: _cwolf_event(name " 1"); break;             \
    case 2: _cwolf_event(name " 2"); break;             \
    case 3: _cwolf_event(name " 3"); break;             \
    case 4: _cwolf_event(name " 4"); break;             \
    case 5: _cwolf_event(name " 5"); break;             \
    case 6: _cwolf_event(name " 6"); break;             \
    case 7: _cwolf_event(name " 7"); break;             \
    case 8: case 9: _cwolf_event(name " 8-9"); break;   \
    case 10 ... 99: _cwolf_event(name " 10-99"); break; \
    case -1: _cwolf_event(name " -1"); break;           \
    case -2: _cwolf_event(name " -2"); break;           \
    case -9 ... -3: _cwolf_event(name " -9-"); break;   \
    default: _cwolf_event(name " other"); break;        \
    }

#endif
