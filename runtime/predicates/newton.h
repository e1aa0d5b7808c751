/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state of one explanation: why a path is none. Private to newton.c and cuts.c.
 */
#ifndef CWOLF_PREDICATES_NEWTON_H
#define CWOLF_PREDICATES_NEWTON_H

#include "path.h"

/* A condition of the path, before its step and at the beginning. */
struct condition {
    uint32_t step;
    const struct cwi_expr *first;
    bool is_core;
};
struct conditions VEC(struct condition);
/* A place of the program at which there are cuts. */
struct location {
    cwi_id func;
    uint32_t block;
    struct pred_exprs places, texts, candidates;
    bool *always;    /* by candidate: it holds at each cut here */
    bool *inductive; /* and after each turn of the loop, if it did before */
};
struct wanted {
    const struct cwi_expr *e;
    smt_term term;
    const uint32_t *unknowns;
    uint32_t unknown_count;
};
struct newton {
    struct abstraction *x;
    struct path p;
    struct conditions conditions;
    struct VEC(struct location) locations;
    struct VEC(struct wanted) wanted;
    struct VEC(smt_term) question;
};

/* ---- newton.c ---------------------------------------------------------------------------------------------------- */

/* A question to the solver: conditions on one state; what holds in every state is added. */
void pred_question_begin(struct newton *n);
void pred_question_add(struct newton *n, const struct cwi_expr *e, bool holds);
enum smt_answer pred_question_ask(struct newton *n);
/* Locals of one function at most, and nothing that is not known. *owner: the function, or 0. */
bool pred_is_usable(const struct abstraction *x, const struct cwi_expr *e, cwi_id *owner);
/* A predicate more, unless one is equal to it; the context is the struct newton. */
void pred_want(void *context, const struct cwi_expr *atom);

/* ---- cuts.c ------------------------------------------------------------------------------------------------------ */

/* The predicates that the cuts need, back from the last; `is_thorough`: of the beginning alone. */
void pred_explain_cuts(struct newton *n, bool is_thorough);
void pred_free_locations(struct newton *n);

#endif
