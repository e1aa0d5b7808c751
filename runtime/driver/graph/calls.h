/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The call graph of a linked program, as text and as a picture (DuVarney 2002, 4.4: cwcalls). Private to the driver.
 *
 * Calls through pointers are listed with their caller and lead nowhere: by type they would lead almost everywhere.
 */
#ifndef CWOLF_DRIVER_CALLS_H
#define CWOLF_DRIVER_CALLS_H

#include "runtime/cwi/cwi.h"

#define CALLS_NO_LIMIT  UINT32_MAX
#define CALLS_ELSEWHERE (UINT32_MAX - 1) /* the depth of what main does not reach */

struct call_edge {
    cwi_id to;
    uint32_t sites; /* calls in the source */
};
struct call_node {
    size_t first_edge, first_pointer; /* up to those of the next node */
    uint32_t depth;                   /* calls from a root; CALLS_ELSEWHERE; CALLS_NO_LIMIT: no part of the graph */
    uint32_t component;               /* functions of one number call each other, directly or through others */
    bool has_callers;                 /* in other components */
};
/* Everything is indexed by the ids of functions, which count from 1. */
struct call_graph {
    const struct cwi_unit *u;
    struct call_node *nodes; /* one more than there are functions */
    struct VEC(struct call_edge) edges;
    struct VEC(const struct cwi_expr *) pointers; /* what is called, each expression once for each caller */
    uint32_t count, components;
    uint32_t depth; /* functions at most so deep belong to the graph */
};

/* The calls of a unit, which must outlive the graph: those at most `depth` calls away from `root`, or, where that is 0,
 * from main, or, where there is none, from the functions that no other component calls. Without a root and a limit that
 * is every function. Released by driver_calls_free. */
void driver_calls_make(struct call_graph *g, const struct cwi_unit *u, cwi_id root, uint32_t depth);
void driver_calls_free(struct call_graph *g);
/* What to call a function that may have no name in the source. */
const char *driver_calls_name(const struct cwi_unit *u, cwi_id func);

/* A line for each caller and callee, in the order of their ids. */
void driver_calls_put_text(const struct call_graph *g, struct buf *out);

enum calls_fold {
    CALLS_FOLD_AUTO, /* as little as a readable picture needs */
    CALLS_FOLD_NONE, /* a box for each function */
    CALLS_FOLD_FILE  /* a box for each file */
};
/* For graphviz, with a caption that begins with `title`. What is folded or left out is counted in the caption. */
void driver_calls_put_dot(const struct call_graph *g, enum calls_fold fold, const char *title, struct buf *out);

#endif
