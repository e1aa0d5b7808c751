/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * search: inputs for which a program reaches goals. Each trial's decisions are turned round one by one, and a solver
 * gives the inputs that come so far and then go the other way; what counts is what the trial with them really does.
 *
 * Source: Godefroid, Levin and Molnar 2008, Automated whitebox fuzz testing (the search by generations).
 */
#ifndef CWOLF_CHECK_SEARCH_H
#define CWOLF_CHECK_SEARCH_H

#include "runtime/base/budget.h"
#include "runtime/run/trial.h"

enum { CHECK_NOT_FOUND = UINT32_MAX };

/* What a path of the abstract machine decides, in its order. */
struct check_branch {
    const struct cwi_stmt *stmt; /* CWI_IF, CWI_SWITCH */
    uint32_t way;                /* as in run_decision.taken */
};
struct check_route {
    const struct check_branch *branches;
    uint32_t count;
};

/* Reached by a trial that reaches one of the points. */
struct check_goal {
    const char *text; /* "line door.c:41" */
    const uint32_t *points;
    uint32_t point_count;
    cwi_id func;                     /* in which they are; 0: in several */
    const char *condition;           /* that has to hold at the only point, as written; or NULL */
    bool is_path;                    /* the points are a path */
    enum run_fault fault;            /* not RUN_OTHER_FAULT: a trial that ends with such an error reaches it, too */
    const struct cwi_place *excused; /* where such an error is known, and does not count */
    uint32_t excused_count;
    const struct check_route *route; /* that may lead there: followed after the seeds; or NULL */
    uint32_t test;                   /* out: the first test that reaches it, or CHECK_NOT_FOUND */
    bool is_unreachable;             /* out: no run reaches it, as far as the assumptions hold */
};
struct check_inputs {
    const int64_t *items;
    uint32_t count;
    const struct run_input_from *from; /* of each, where a trial used them; of seeds NULL */
};
struct check_test {
    struct check_inputs inputs;
    uint32_t goals; /* that it was the first to reach */
};
struct check_search_options {
    struct VEC(struct check_inputs) seeds; /* tried first, in their order */
    uint32_t most_trials; /* 0: as many as the budget allows; else it also ends after so many thousand statements in all
                           * of them, and half as many questions */
    bool only_seeds;
    const struct budget *budget; /* NULL: none */
};
struct check_found {
    struct arena *arena;      /* of what follows */
    struct check_test *tests; /* the seeds that reach a goal first, then those that were found */
    uint32_t test_count, trials;
    uint64_t quick_trials; /* many in one process */
    uint64_t questions;    /* to the solver */
    const char *lost;      /* why trials ended that met something unsupported, one of them; NULL: none did */
};

/* Fails where there is no solver. What comes out is freed by check_found_free. */
enum status check_search(struct run_trials *t, struct check_goal *goals, uint32_t goal_count,
                         const struct check_search_options *options, struct check_found *out, struct diag *d);
void check_found_free(struct check_found *f);

#endif
