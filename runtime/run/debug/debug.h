/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stepping through a run, as its own files and those that run the program see it. Private to the room.
 */
#ifndef CWOLF_RUN_DEBUG_H
#define CWOLF_RUN_DEBUG_H

#include "runtime/run/private.h"

/* Where a value lies whose changes are looked for: a register of an activation, or memory. */
struct location {
    bool is_register;
    uint64_t serial; /* of the activation */
    uint32_t frame, slot;
    uint64_t address, size;
    char text[64]; /* the expression */
};
struct debug_break {
    cwi_id file, func; /* one of them is 0 */
    uint32_t line, number;
};
enum debug_mode { DEBUG_STEP, DEBUG_NEXT, DEBUG_FINISH, DEBUG_GO, DEBUG_UNTIL, DEBUG_SCAN_LINES, DEBUG_SCAN_WRITES };
struct debug {
    struct debug_shared *shared;
    bool is_view;               /* a part of the run is done again */
    bool is_asking;             /* an expression of the user's is evaluated */
    bool is_over, is_inclusive; /* the program has ended; SCAN_LINES: `until` itself counts */
    enum debug_mode mode;
    uint32_t depth; /* of the frame where the command was given */
    uint64_t until; /* UNTIL, SCAN: statements executed */
    uint64_t next_snapshot, interval;
    uint64_t wanted, found; /* SCAN_LINES: how many lines back; how many were met */
    uint64_t *ring;         /* the last of them */
    struct location place;  /* SCAN_WRITES */
    uint64_t last_write;    /* UINT64_MAX: none yet */
    uint64_t old;           /* what the place held */
    bool is_back_in_host;   /* the last statement went back to the library, which had called the function */
    uint64_t began;         /* the snapshot it came from */
};
/* Before each statement, when somebody steps through the run. */
void run_debug_look(struct machine *m, struct frame *f, const struct instr *i);
void run_debug_over(struct machine *m); /* the run has ended: m->out says how */

/* For debug_commands.c: shown at the next stop; the process that shows it waits for a command. */
enum { MOST_LINES_BACK = 100000, MOST_BREAKS = 64, MOST_WATCHES = 8, COMMAND_ROOM = 1024 };
struct debug_breaks {
    struct debug_break breaks[MOST_BREAKS];
    struct location watches[MOST_WATCHES];
    uint64_t watched[MOST_WATCHES]; /* what each held */
    uint32_t break_count, watch_count, next_number;
};
struct debug_breaks *run_debug_breaks(struct machine *m);
/* A handler that ran, for views; and in a view those that ran here. */
void run_debug_signal(struct machine *m, int signal, bool in_host);
void run_debug_signals(struct machine *m, bool in_host);
void run_handler(struct machine *m, int signal);
struct run_reply *run_debug_reply(struct machine *m);
void run_debug_say(struct machine *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Goes back by as many lines, or to the last write before now. Does not return where another process does it. */
void run_debug_back(struct machine *m, uint64_t lines, const struct location *place);
/* Does what the command says; true: the run goes on. */
bool run_debug_command(struct machine *m, const char *command);
uint64_t run_debug_value(const struct machine *m, const struct location *l); /* a hash of what lies there */

#endif
