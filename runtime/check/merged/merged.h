/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * merged: the paths of a program as one formula. Where paths meet their states become one, each value a choice between
 * theirs; so what a path enumerates is a case for the solver. Loops that are cut are done once, from any state that
 * their candidates allow; others are unrolled.
 *
 * It knows programs that compute with integers and pointers to variables and call functions with bodies, and gives up
 * on the others.
 *
 * Sources: Clarke, Kroening and Lerda 2004, CBMC (guards, unrolling); Hansen, Schachte and Sondergaard 2009, State
 * joining and splitting for the symbolic execution of binaries; Hoare 1969 (the rule of iteration).
 */
#ifndef CWOLF_CHECK_MERGED_H
#define CWOLF_CHECK_MERGED_H

#include "runtime/base/budget.h"
#include "runtime/run/trace/loop_cut.h"
#include "runtime/smt/smt.h"

struct merged_loop {
    cwi_id func;
    uint32_t head, number; /* number: of those of the trials */
    bool is_cut;           /* else it is unrolled; between two calls of check_merged_prove it may be cut */
};
struct merged_question {
    const struct cwi_unit *u;
    const struct notes *given;
    struct run_trials *t; /* for its points and the candidates of its loops */
    cwi_id entry;         /* of the program, without parameters; nothing but inputs decides what it does */
    const uint32_t *points;
    uint32_t point_count; /* that are looked for */
    const struct merged_loop *loops;
    uint32_t loop_count;
    struct smt *smt;
    const struct budget *budget;
};
enum merged_end {
    MERGED_PROVED,  /* no point is reachable */
    MERGED_BROKEN,  /* candidates were broken, and marked so; states that break them became rows */
    MERGED_OPEN,    /* something is not excluded, or a loop takes many turns (run_cut_turns) and could be cut */
    MERGED_REFUSED, /* the program is not of the kind that is known, whatever the candidates */
};
struct merged;

/* The question has to live as long as what comes out, which the caller frees. */
struct merged *check_merged_new(const struct merged_question *q);
void check_merged_free(struct merged *m); /* NULL is allowed */
/* With the candidates that the loops have now. *why: a text for MERGED_OPEN and MERGED_REFUSED, valid until the next
 * call. */
enum merged_end check_merged_prove(struct merged *m, const char **why);

#endif
