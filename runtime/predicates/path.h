/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A path of the C program, as newton's files see it. Private to the room.
 */
#ifndef CWOLF_PREDICATES_PATH_H
#define CWOLF_PREDICATES_PATH_H

#include "private.h"

enum path_kind {
    PATH_CHANGE, /* a statement that writes */
    PATH_ASSUME, /* the condition holds here */
    PATH_ENTER,  /* from the caller into the callee: parameters get arguments */
    PATH_RETURN  /* back: the call's lhs gets the value */
};
struct path_step {
    enum path_kind kind;
    cwi_id func; /* in whose names the step is written: of ENTER and RETURN the caller */
    struct pred_change change;
    const struct cwi_expr *condition, *value;
    const struct cwi_stmt *call;
    cwi_id callee;
};
/* A place that loops come back to, or a function's entry: between the steps before number `at` and the rest. */
struct path_cut {
    uint32_t at, block, frame;
    cwi_id func;
};
struct path_frame {
    cwi_id func;
    uint32_t parent; /* UINT32_MAX: none */
};
struct path {
    struct abstraction *x;
    struct VEC(struct path_step) steps;
    struct VEC(struct path_cut) cuts; /* the first at the beginning */
    struct VEC(struct path_frame) frames;
    struct VEC(struct pred_decision) decisions;
    struct VEC(struct path_input {
        const struct cwi_expr *value; /* CWI_BOUND, its value -2 - number */
        bool is_given;                /* a run asks its user for it */
    }) inputs;
    const char *why; /* it cannot be followed; NULL: it can */
};

/* Fills in the path of a trace. */
void pred_path_build(struct path *p, const struct pred_abstraction *made, const struct bool_answer *trace);
/* The path through blocks of one function, up to the beginning of the last. Calls of functions with a body are not
 * followed: they change what they may change. */
void pred_path_of_blocks(struct path *p, cwi_id func, const uint32_t *blocks, uint32_t count);
void pred_path_free(struct path *p);
/* The expression before step number `i` that has the value that `e` has after it. */
const struct cwi_expr *pred_path_before(struct path *p, uint32_t i, const struct cwi_expr *e);
/* The same over the steps from `to` on, of `e` before step `from`. */
const struct cwi_expr *pred_path_back(struct path *p, uint32_t from, uint32_t to, const struct cwi_expr *e);
/* The same over all steps before `from`, with what variables hold when the program begins. */
const struct cwi_expr *pred_path_at_start(struct path *p, uint32_t from, const struct cwi_expr *e);

/* ---- normal.c ---------------------------------------------------------------------------------------------------- */

/* An equal condition in which constants and equal terms of sums are put together. */
const struct cwi_expr *pred_normal(struct abstraction *x, const struct cwi_expr *e);
/* Calls `visit` for each comparison, or other condition, that a condition is made of. */
void pred_atoms(struct abstraction *x, const struct cwi_expr *e,
                void (*visit)(void *context, const struct cwi_expr *atom), void *context);

/* ---- inductive.c ------------------------------------------------------------------------------------------------- */

struct pred_taken_place {
    const struct cwi_expr *here, *back;
};
/* What many expressions at one point are further back: each place that they read is taken back once. */
struct pred_taken {
    struct path *p;
    uint32_t from;
    bool to_start; /* of the program, not just of the path */
    struct VEC(struct pred_taken_place) places;
};
const struct cwi_expr *pred_taken_back(struct pred_taken *t, const struct cwi_expr *e);
/* Of the candidates that `holds` marks, those are kept that hold again after each turn of the loops through the block,
 * if all kept ones did before. Source: Flanagan, Leino 2001, Houdini. */
void pred_keep_inductive(struct abstraction *x, cwi_id func, uint32_t block, const struct cwi_expr *const *candidates,
                         size_t count, bool *holds);

/* ---- candidate_relations.c --------------------------------------------------------------------------------------- */

struct pred_exprs VEC(const struct cwi_expr *);
/* Relations that may hold at a cut, those to be preferred first: between the lvalues `places`, and what `texts`, which
 * are comparisons, compare. */
void pred_candidates(struct abstraction *x, const struct pred_exprs *places, const struct pred_exprs *texts,
                     struct pred_exprs *out);

#endif
