/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * callgraph: who calls whom, as far as it can happen from the roots of a points-to analysis: which functions are
 * reachable, which are recursive, and in which order callees come before their callers.
 */
#ifndef CWOLF_POINTS_CALLGRAPH_H
#define CWOLF_POINTS_CALLGRAPH_H

#include "runtime/points/points.h"

struct cg_call {
    const struct cwi_stmt *stmt;
    const cwi_id *callees; /* functions with and without bodies, ascending */
    uint32_t callee_count;
    bool unknown;    /* may also call something outside the program that is not known */
    bool calls_back; /* the callee is external and may call functions of the program: callees has those too */
};
struct cg_func {
    bool reachable;
    bool recursive;              /* may be active twice: it is in a cycle of calls */
    bool is_callback;            /* may be called from outside: escaped, or handed to atexit, signal, ... */
    uint32_t component;          /* strongly connected component; callees have smaller numbers than callers in other
                                  * components */
    const struct cg_call *calls; /* in the order of the blocks and statements */
    uint32_t call_count;
    const cwi_id *callees; /* of all calls together, ascending */
    uint32_t callee_count;
};
struct callgraph {
    const struct cg_func *funcs; /* by function id; [0] is unused */
    const cwi_id *bottom_up;     /* the reachable functions, callees first */
    uint32_t reachable_count, component_count;
};

struct callgraph *pt_cg_new(struct arena *a, const struct cwi_unit *u, struct pt *pt);
/* By function: whether it is `func`, or a call of that may lead to it. It lives in `a`. */
bool *pt_cg_reached(struct arena *a, const struct callgraph *g, const struct cwi_unit *u, cwi_id func);
/* The same of another function, added to `reached`. */
void pt_cg_reach(const struct callgraph *g, cwi_id func, bool *reached);
/* NULL: not reachable. */
const struct cg_call *pt_cg_call_of(const struct callgraph *g, cwi_id func, const struct cwi_stmt *stmt);

#endif
