/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * exhaust: all paths of a program, one trial for each. The decisions of each trial are turned round one by one; a way
 * that no inputs take is told by the solver. When nothing is left to turn, what no trial reached is not reachable.
 *
 * Sources: King 1976, Symbolic execution and program testing; Godefroid, Klarlund and Sen 2005, DART (the theorem on
 * completeness); Cadar et al. 2006, EXE (constraint independence).
 */
#ifndef CWOLF_CHECK_EXHAUST_H
#define CWOLF_CHECK_EXHAUST_H

#include "runtime/base/budget.h"
#include "runtime/run/trial.h"
#include "runtime/smt/smt.h"

struct exhaust_options {
    const uint32_t *points; /* that are looked for */
    uint32_t point_count;
    uint32_t most_trials;             /* 0: as many as the budget allows */
    bool (*is_enough)(void *context); /* asked between trials: true ends it, open; NULL: nobody is asked */
    void *context;
    const struct budget *budget;
    void (*note)(void *context, const int64_t *inputs,
                 uint32_t count); /* after each trial, which it may repeat; or NULL */
    struct smt *smt;              /* what it learns is of use to whoever asks again; NULL: one of its own */
};
struct exhausted {
    struct arena *arena; /* of what follows */
    const char *open;    /* why not all paths are known, in words; NULL: they are */
    uint32_t trials, questions;
    bool is_reached; /* a trial reached one of the points, with these inputs */
    const int64_t *inputs;
    uint32_t input_count;
};

/* `t` was opened with follows_all. Fails where there is no solver. What comes out is freed by check_exhausted_free. */
enum status check_exhaust(struct run_trials *t, const struct exhaust_options *options, struct exhausted *out,
                          struct diag *d);
void check_exhausted_free(struct exhausted *x);

#endif
