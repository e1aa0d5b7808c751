/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cut: trials in which loops are done once, from any state that holds some candidates for an invariant. When control
 * comes to a loop that is cut from outside, the candidates are checked, what a turn of the loop may change gets values
 * that are inputs, and what the candidates say is assumed. When it comes there from inside, they are checked again, and
 * the trial ends. What happens in no such trial happens in no run, if no trial finds a candidate that does not hold.
 *
 * Sources: Hoare 1969 (the rule of iteration); Flanagan and Leino 2001, Houdini (candidates that are dropped).
 */
#ifndef CWOLF_RUN_LOOP_CUT_H
#define CWOLF_RUN_LOOP_CUT_H

#include "runtime/run/trial.h"

enum { CUT_LOOPS = 12, CUT_CELLS = 128, CUT_ROWS = 16384, CUT_CANDIDATES = 2000, CUT_OPERANDS = 16 };
enum { CUT_MODES = 256 };
enum { CUT_TURNS = 24 }; /* with decisions, that a loop may take where it is not cut */
#define CUT_NONE UINT32_MAX

/* A number that may be part of a candidate: a variable, or a part of one; of a function's variables, those of its
 * activation that is nearest to the loop's. */
struct run_cut_cell {
    cwi_id var;
    uint64_t offset;
    uint8_t bits;
    bool is_signed, is_changed; /* is_changed: a turn of the loop may do so */
    bool is_part;               /* a byte of something else, which no candidate speaks of */
};
enum run_cut_candidate_kind {
    CUT_SUM,      /* the sum of factor * cell is `value`, modulo 2 to the widest cell's width */
    CUT_AT_LEAST, /* the first cell is at least `value` */
    CUT_AT_MOST,
    CUT_NOT,                      /* the first cell is not `value` */
    CUT_AMONG,                    /* the first cell is one of the `value_count` factors */
    CUT_ORDER,                    /* the first cell is at most the second */
    CUT_SUM_AT_MOST,              /* the first and the second, of at most 32 bits, are together at most the third */
    CUT_FORMULA_KINDS,            /* those that follow are for formulas: trials are never given them */
    CUT_LESS = CUT_FORMULA_KINDS, /* the first cell is less than the second */
    CUT_APART,                    /* the first cell less the second, without sign, is at most `value` */
    CUT_MEMBER,   /* the first cell is not 0 just where `is` is one of the `value_count` cells from the second on, of
                   * those before the index that the cell `when` holds */
    CUT_SEQUENCE, /* the first cell is factor * its place and `value`, of CUT_STATES_BETWEEN */
};
/* Of which states something is said. */
enum run_cut_states {
    CUT_STATES_ALL,
    CUT_STATES_EQUAL,   /* where the cell `when` is `is` */
    CUT_STATES_ABOVE,   /* where it is more */
    CUT_STATES_MODE,    /* those in mode number `mode` */
    CUT_STATES_BETWEEN, /* where element number `is` of a ring of `ring`, a power of two, lies from the cell `when` to
                         * before the cell `until`, two numbers that only grow: its place is the number there that is
                         * `is` modulo `ring`; for formulas, too */
};
struct run_cut_candidate {
    uint8_t kind, states, count, value_count;
    uint8_t when, until, ring;
    uint16_t mode;
    uint8_t cells[CUT_OPERANDS];
    uint8_t times[CUT_OPERANDS]; /* of a sum: CUT_CELLS, or another cell that this part is multiplied by */
    int64_t factors[CUT_OPERANDS], value, is;
};

/* What some of the cells that the loop changes hold together: in one of `count` ways, which is a candidate too. Trials
 * try each. */
struct run_cut_modes {
    uint32_t cell_count, count; /* no cells: there are no modes */
    uint8_t cells[CUT_CELLS];
    int64_t values[CUT_MODES][CUT_CELLS]; /* by mode, of each of those cells */
};

/* What trials do at the loops. */
enum run_cut_task {
    CUT_PROVES,  /* loops are cut; one that is not and takes too many turns ends the trial */
    CUT_SAMPLES, /* they go through the loops as usual, and note what the cells hold whenever they come there */
    CUT_GOES_ON, /* as CUT_PROVES up to the end of the first turn, then as CUT_SAMPLES */
    CUT_STARTS,  /* as CUT_SAMPLES, but one loop begins in the state that run_cut_start says */
};

/* A loop of the function, which these blocks are (by block; it is read and not kept), from the first statement of
 * `head` on. Only before the first trial: the process that trials are forked from knows of no other. What comes out is
 * its number, from 0 on; CUT_NONE: it cannot be cut, there are too many, or the system gives no memory. */
uint32_t run_cut_add(struct run_trials *t, cwi_id func, const bool *in_loop, uint32_t head);
/* The loop is cut by the trials that follow. */
void run_cut_set(struct run_trials *t, uint32_t loop);
/* Of all loops. */
void run_cut_set_task(struct run_trials *t, enum run_cut_task task);
/* The trials that follow begin the loop in the state that its row says, and are of the task CUT_STARTS. */
void run_cut_start(struct run_trials *t, uint32_t loop, uint32_t row);
/* The most turns with decisions that a trial has taken at a time, or begun to take, since it was opened. */
uint32_t run_cut_turns(const struct run_trials *t, uint32_t loop);
/* As if a trial had taken so many. */
void run_cut_note_turns(struct run_trials *t, uint32_t loop, uint32_t turns);
/* What follows is memory that trials write, valid until run_trials_close. */
const struct run_cut_cell *run_cut_cells(const struct run_trials *t, uint32_t loop, uint32_t *count);
/* The rows that trials have noted, one number for each cell; *undefined, by cell: it held no value in one. */
uint32_t run_cut_rows(const struct run_trials *t, uint32_t loop, const int64_t (**rows)[CUT_CELLS],
                      const bool **undefined);
/* One more, if there is room and none like it: what whoever proves without trials has found. */
void run_cut_add_row(struct run_trials *t, uint32_t loop, const int64_t *values, const bool *undefined);
/* Rows from number `count` on are dropped. */
void run_cut_rewind(struct run_trials *t, uint32_t loop, uint32_t count);
/* The candidates and the modes, which trials read: the caller may change them between two. */
struct run_cut_candidate *run_cut_candidates(struct run_trials *t, uint32_t loop, uint32_t **count);
struct run_cut_modes *run_cut_modes(struct run_trials *t, uint32_t loop);
/* By candidate: a trial since the last call of run_cut_forget did not hold it. */
const bool *run_cut_broken(const struct run_trials *t, uint32_t loop);
/* A trial since then was in none of the modes. */
bool run_cut_is_mode_new(const struct run_trials *t, uint32_t loop);
/* Some candidate was not held, or a trial was in none of the modes. */
bool run_cut_is_any_broken(const struct run_trials *t, uint32_t loop);
void run_cut_forget(struct run_trials *t);
/* As if a trial did not hold the candidate, or was in none of the modes. */
void run_cut_break(struct run_trials *t, uint32_t loop, uint32_t candidate);
void run_cut_break_modes(struct run_trials *t, uint32_t loop);

#endif
