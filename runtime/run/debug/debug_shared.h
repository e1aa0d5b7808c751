/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the processes of a run that is stepped through share. Private to snapshots.c and debug_session.c.
 */
#ifndef CWOLF_RUN_DEBUG_SHARED_H
#define CWOLF_RUN_DEBUG_SHARED_H

#include "debug.h"

#include <semaphore.h>

enum { MOST_SIGNALS = 65536, SNAPSHOTS = 32, FIRST_INTERVAL = 1000000 };

struct snapshot {
    bool is_used, shall_end;
    uint64_t steps;
    sem_t wanted;
};
struct debug_shared {
    sem_t replied, program, view; /* a reply is there; a command is, for the one or the other */
    bool view_is_current;
    volatile bool is_interrupted; /* the user wants to see where the run is */
    int user;                     /* the process that talks to the user */
    char command[COMMAND_ROOM];
    struct run_reply reply;
    struct snapshot snapshots[SNAPSHOTS];
    struct debug travel; /* what a view shall do */
    struct debug_breaks breaks;
    uint64_t newest; /* statements that the program has executed */
    struct delivered {
        uint64_t steps;
        int signal;
        bool in_host;
        siginfo_t told;
    } signals[MOST_SIGNALS]; /* that were handled, in order */
    uint32_t signal_count;
};

#endif
