/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `cwolf run` with goals: which of them the runs reach, inputs for the others, and what no run reaches.
 */
#ifndef CWOLF_DRIVER_REACH_H
#define CWOLF_DRIVER_REACH_H

#include "runtime/driver/harness/suite.h"

struct goal_request {
    struct VEC(const char *) places; /* --reach: FILE:LINE or FUNCTION */
    const char *file;                /* --goals; or NULL */
    const char *suite;               /* the directory; or NULL */
    bool only_given;                 /* the given inputs and the suite's, nothing is searched for */
    double timeout;                  /* seconds */
    const char *const *command;      /* the program and its arguments */
    struct run_config cfg;           /* its inputs are tried first */
    struct fractions *fractions;     /* among them; those of the suite are added */
};

/* Prints a line for each goal and what they come to. The exit status: 0 all are covered or unreachable, 3 some are
 * not found, 2 after a message. `whole`: the same programs, linked for checking. */
int driver_goals_answer(const struct goal_request *r, struct program *p, cwi_id entry, struct program *whole);

#endif
