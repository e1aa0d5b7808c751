/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * world: what runs beside a program: functions that may run at any moment (handlers, timers, threads, interrupts, what
 * a library keeps to call), and the variables that may change at any moment because of them, or because the library was
 * given their address to keep.
 */
#ifndef CWOLF_POINTS_WORLD_H
#define CWOLF_POINTS_WORLD_H

#include "runtime/points/callgraph.h"

struct world_async {
    cwi_id func;
    bool is_thread; /* other instances of it may run at the same time */
    bool is_new;    /* surely it begins a thread, with new thread-local variables */
    bool is_last;   /* it never goes back to what it interrupts, and there is no thread: what it stores the rest of the
                     * program does not read */
};
struct world {
    const struct world_async *async;
    uint32_t async_count;
    bool has_threads;
    const cwi_id *handed; /* functions without a body that what got their address may call: nobody sees these calls */
    uint32_t handed_count;
    const cwi_id *writer;                /* by variable id: a function that may write it at any moment; 0: none */
    const bool *is_held;                 /* by variable id: the library may write it at any moment */
    const struct cwi_stmt *const *sites; /* calls whose blocks either may write */
    uint32_t site_count;
    bool talks_to_itself; /* it both offers connections and makes some */
    bool reads_itself;    /* it both opens files to write them and files to read them */
    bool async_disturbs;  /* some async function does what makes inputs the program's own (pt_world_disturbs) */
};

/* Looks at everything reachable. The result lives in `a`. */
const struct world *pt_world_find(struct arena *a, const struct cwi_unit *u, struct pt *pt,
                                  const struct callgraph *calls, const struct notes *notes);

/* Whether something writes at any moment into the blocks that the call allocates. */
bool pt_world_changes_blocks(const struct world *w, const struct cwi_stmt *site);

/* After a call with this effect, what the program reads may be what it wrote itself, or a signal may end it while it
 * waits: then no input is the environment's choice any more. */
bool pt_world_disturbs(const struct world *w, const struct effect *e);

#endif
