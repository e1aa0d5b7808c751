/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cut: trials in which a loop of the entry function is done once, from any state that holds some candidates for an
 * invariant. When control comes to the loop for the first time, what the loop may change gets values that are inputs;
 * what the candidates say is assumed. When it comes there again, the trial ends. What happens in no such trial happens
 * in no turn of the loop, if the candidates hold when it is entered and after each turn.
 *
 * Sources: Hoare 1969 (the rule of iteration); Flanagan and Leino 2001, Houdini (candidates that are dropped).
 */
#ifndef CWOLF_RUN_CUT_H
#define CWOLF_RUN_CUT_H

#include "runtime/run/trial.h"

enum { CUT_CELLS = 96, CUT_ROWS = 8192, CUT_CANDIDATES = 400, CUT_OPERANDS = 16 };

/* A number that may be part of a candidate: a variable of the function, or a part of one. */
struct run_cell {
    cwi_id var;
    uint64_t offset;
    uint8_t bits;
    bool is_signed;
};
enum run_candidate_kind {
    CANDIDATE_SUM,      /* the sum of factor * cell is `value`, modulo 2 to the widest cell's width */
    CANDIDATE_AT_LEAST, /* the first cell is */
    CANDIDATE_AT_MOST,
    CANDIDATE_ORDER,   /* the first cell is at most the second */
    CANDIDATE_IMPLIES, /* where the first cell is `value` the second is `other` */
};
struct run_candidate {
    uint8_t kind, count;
    uint8_t cells[CUT_OPERANDS];
    int64_t factors[CUT_OPERANDS], value, other;
};

/* Before the first trial: cuts the loop that these blocks of the function are, from the first statement of `head` on.
 * False: it is of a kind that cannot be cut. */
bool run_trials_cut(struct run_trials *t, cwi_id func, const bool *in_loop, uint32_t head);
const struct run_cell *run_cut_cells(const struct run_trials *t, uint32_t *count);
/* Trials go through the loop as usual, and note what the cells hold whenever they come to it. */
void run_cut_sample(struct run_trials *t, bool samples);
/* Trials go on behind the first turn, as usual, and note the states that break candidates. */
void run_cut_go_on(struct run_trials *t, bool goes_on);
/* The rows that trials have noted, one number for each cell; *undefined, by cell: it held no value. */
uint32_t run_cut_rows(const struct run_trials *t, const int64_t (**rows)[CUT_CELLS], const bool **undefined);
/* The candidates, which trials read. */
struct run_candidate *run_cut_candidates(struct run_trials *t, uint32_t **count);
/* By candidate: a trial since the last call of run_cut_forget did not hold it. */
const bool *run_cut_broken(const struct run_trials *t);
void run_cut_forget(struct run_trials *t);

#endif
