/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pointsto_private: the constraint graph of the points-to analysis.
 *
 * A node is something that holds values: the contents of an object, the result of a function (under the function's own
 * number), or an intermediate value. Its set is what these values may point to. PT_UNKNOWN in a set stands for every
 * escaped object, so that escaped sets are not copied about; the node PT_UNKNOWN itself holds the escaped objects, and
 * nothing flows out of it but PT_UNKNOWN.
 */
#ifndef CWOLF_AVM_POINTSTO_PRIVATE_H
#define CWOLF_AVM_POINTSTO_PRIVATE_H

#include "runtime/avm/callgraph.h"

#define PT_NONE UINT32_MAX /* instead of a node: the value carries no pointer */

struct pset VEC(uint32_t); /* ascending */
struct pt_ids VEC(uint32_t);

struct pt_node {
    uint32_t leader;      /* union-find: nodes of a cycle are one */
    struct pset set;
    struct pset fresh;    /* part of `set` that was not passed on yet */
    struct pt_ids copies, loads, stores, calls; /* set flows to; *this flows to; flows to *this; indices of calls through it */
    bool queued;
};

/* A call that waits for its targets. */
struct pt_call {
    cwi_id func;
    const struct cwi_stmt *stmt;
    uint32_t result;      /* node, or PT_NONE when nobody wants it */
    uint32_t *args;       /* nodes; PT_NONE: no pointer */
    uint32_t arg_count;
    uint32_t all;         /* node of all arguments together */
    bool is_callback;     /* made by an external function: every parameter gets `all` */
};

struct pt {
    const struct cwi_unit *unit;
    const struct notes *notes;
    struct arena *arena;
    struct VEC(struct pt_node) nodes;
    struct VEC(struct pt_call *) pending;
    struct pt_ids work, new_funcs;
    struct map64 edges;       /* source and target */
    struct map64 address;     /* object -> node that points to it alone: its address is taken */
    struct pt_ids addressed;  /* the keys of `address` in order */
    struct map64 site_of_call; /* statement -> object */
    struct map64 linked;      /* call and function: done */
    struct map64 answers;     /* expression -> index of `sets` */
    struct VEC(struct pt_set) sets;
    struct VEC(struct pt_object) sites; /* allocation sites by object - first dynamic node: kind PT_OUTSIDE for other nodes */
    uint32_t first_dynamic;
    struct effect **effects;  /* by function */
    cwi_id *body_of;          /* by function: itself, or what it is an alias of */
    bool *reached, *touched;  /* by function; by variable */
    bool assumed_types;       /* a function was left out because its type does not fit a call */
    bool is_open, is_everything; /* visible variables escaped; everything whose address is taken did */
    uint64_t steps, steps_to_cycles;
    struct pt_set escaped;
    struct callgraph *graph;
    struct pt_set *mod, *ref; /* by component */
};

/* sets */
bool pset_has(const struct pset *s, uint32_t x);
bool pset_add(struct pset *s, uint32_t x);
void pset_merge(struct pset *s, const uint32_t *items, size_t count);

/* solving */
uint32_t pt_leader(struct pt *pt, uint32_t node);
uint32_t pt_new_node(struct pt *pt);
void pt_add_items(struct pt *pt, uint32_t node, const uint32_t *items, size_t count);
void pt_add_item(struct pt *pt, uint32_t node, uint32_t object);
void pt_copy(struct pt *pt, uint32_t from, uint32_t to);       /* to gets what from has */
void pt_load(struct pt *pt, uint32_t pointer, uint32_t to);    /* to gets what lies where pointer points */
void pt_store(struct pt *pt, uint32_t pointer, uint32_t from);
void pt_call_through(struct pt *pt, uint32_t pointer, struct pt_call *call);
void pt_solve(struct pt *pt);

/* constraints */
void pt_link(struct pt *pt, struct pt_call *call, uint32_t target); /* target: an object that a called pointer points to */
void pt_escape(struct pt *pt, uint32_t object);                     /* it is new among the escaped */
void pt_constrain(struct pt *pt, cwi_id func);
void pt_reach(struct pt *pt, cwi_id func);
void pt_touch(struct pt *pt, cwi_id var);
uint32_t pt_address(struct pt *pt, uint32_t object);
const struct effect *pt_effect(struct pt *pt, cwi_id func);

/* What an expression's value may carry; shared by constraints and queries. */
bool pt_carries(const struct cwi_unit *u, const struct cwi_expr *lvalue);
bool pt_is_wide(const struct cwi_unit *u, const struct cwi_expr *e); /* pointer, aggregate, integer of pointer width */
enum pt_flow { PT_FLOW_NONE, PT_FLOW_A, PT_FLOW_BOTH, PT_FLOW_DEVICE }; /* DEVICE: a, or any absolute address */
enum pt_flow pt_flow(const struct cwi_unit *u, const struct cwi_expr *e);
const struct cwi_expr *pt_base(const struct cwi_expr *lvalue);
cwi_id pt_direct(const struct cwi_expr *callee); /* the function that is named, or 0 */
cwi_id pt_var_alias(const struct pt *pt, cwi_id var);

static inline bool pt_is_func(const struct pt *pt, uint32_t object)
{
    uint32_t first = PT_FIRST + (uint32_t)pt->unit->vars.count - 1;
    return object >= first && object < pt->first_dynamic;
}
static inline bool pt_is_var(const struct pt *pt, uint32_t object)
{
    return object >= PT_FIRST && object < PT_FIRST + (uint32_t)pt->unit->vars.count - 1;
}
static inline cwi_id pt_func_id(const struct pt *pt, uint32_t object)
{
    return object - PT_FIRST - ((uint32_t)pt->unit->vars.count - 1) + 1;
}

/* Whether the call through a pointer can be meant for the function; direct calls always. */
bool pt_fits(struct pt *pt, const struct cwi_stmt *call, cwi_id func);
/* Everything that a call may execute next: direct, through a pointer, or called back. */
void pt_callees(struct pt *pt, cwi_id func, const struct cwi_stmt *call, struct pset *funcs, bool *unknown, bool *calls_back);

#endif
