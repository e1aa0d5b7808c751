/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A step of a path on which a call gave null. Private to results*.c.
 */
#ifndef CWOLF_CHECK_RULES_RESULTS_WALK_H
#define CWOLF_CHECK_RULES_RESULTS_WALK_H

#include "runtime/check/rules/results.h"

enum result_kind { RESULT_OTHER, RESULT_NULL, RESULT_NUMBER };
struct result_value {
    enum result_kind kind;
    int64_t number;
};
static const struct result_value result_other = {RESULT_OTHER, 0};

struct result_step {
    const struct rule_compiler *c;
    const bool *is_accessor;  /* rule_result_find_accessors */
    bool accesses_by_pointer; /* one of those may be called by a pointer */
    bool may_be_shared;       /* there may be threads, or handlers of signals */
    const bool *is_confined;  /* rule_result_find_confined */
    struct result_state *state;
    /* What the step comes to: */
    const char *why; /* a trouble, or NULL */
    bool is_followed;
    struct result_state handed;  /* where the function that is called begins: what it gets of the null result */
    struct result_state without; /* what may hold behind the call besides, where it may overwrite cells; or none */
    bool returns_null, is_over;
    struct VEC(uint32_t) next; /* blocks; of a terminator */
    size_t overwritten;        /* the cell that the call, which is executed, is led to */
};

/* Executes the statement; `state` becomes what holds behind it. */
void rule_result_step(struct result_step *x, const struct cwi_stmt *s);
struct result_value rule_result_eval(struct result_step *x, const struct cwi_expr *e);
void rule_result_store(struct result_step *x, const struct cwi_expr *lhs, struct result_value v);
void rule_result_call(struct result_step *x, const struct cwi_stmt *s);
/* The step is a trouble, the first one of it; gives result_other. */
struct result_value rule_result_trouble(struct result_step *x, bool is_followed, const char *why);
struct result_value rule_result_followed(struct result_step *x);

#endif
