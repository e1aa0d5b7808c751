/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state of one run of the model checker. Private to the room.
 *
 * Variables of the program are slots: globals, then the locals of whichever procedure. Each slot has up to four BDD
 * variables, side by side in this order: argument, of a call that is made (parameters); entry, its value when the
 * procedure was entered (globals, parameters); current; next, after a statement (globals: also after a call),
 * and each result of a call has one. Sets of states of a procedure are relations between entry and current values
 * (path edges); a summary relates current globals and arguments to next globals and results.
 *
 * A path edge enters a node's set once, in a ring: rings are disjoint, and each says from which node it came, all of
 * whose states it came from are in rings with smaller stamps. So each path edge has a way back, which trace.c walks.
 */
#ifndef CWOLF_BOOLEAN_BEBOP_H
#define CWOLF_BOOLEAN_BEBOP_H

#include <bdd.h>
#include <setjmp.h>

#include "runtime/boolean/boolean.h"

#define NO_NODE UINT32_MAX

struct ring {
    struct ring *next; /* the next later one */
    bdd states;
    uint64_t stamp;
    uint32_t source; /* the node it came from; NO_NODE: the beginning of the program */
    bool entry;      /* by a call at `source`, or the beginning */
};

struct trivectors VEC(bdd);
/* A statement. `relation` is made when it is first processed. */
struct node {
    const struct bool_stmt *stmt;
    uint32_t proc;
    bool queued, prepared, watched;
    bdd reach, delta;         /* path edges, and those of them not yet processed */
    bdd relation;             /* assignment: current, next; call: current, arguments; return: current, results */
    bdd holds, fails;         /* assume and assert: where the condition can be true, false */
    bdd moved;                /* the current variables that it may change, as a set */
    bdd effect;               /* call: relation and summary together: current, next */
    uint64_t summary_version; /* that `effect` was made of */
    struct ring *rings, *last;
    struct trivectors trivectors; /* BOOL_TRIVECTORS: what `reach` is made of */
    size_t passed_on;             /* how many of them were processed */
};

struct proc {
    const struct bool_proc *proc;
    uint32_t first;       /* its first node */
    bool called;          /* by some statement: else nobody asks for its summary, and entry values are not kept */
    bdd enforce, entries; /* entry values with which it was called */
    bdd identity;         /* entry values = current values */
    bdd summary;
    uint64_t summary_version;
    bdd locals;                   /* the set of its locals' current variables */
    struct VEC(int) focus;        /* the current variables that trivectors are split by */
    struct trivectors trivectors; /* BOOL_TRIVECTORS: what `summary` is made of */
    struct VEC(uint32_t) callers;
};

struct hit {
    uint32_t node; /* NO_NODE: none */
    bdd states;
};

struct bebop {
    struct arena *arena;
    const struct bool_program *program;
    const struct bool_options *options;
    const struct bool_question *questions;
    size_t question_count, open; /* questions not yet violated */
    struct hit *hits;
    uint32_t slots, parameters, results;    /* at most, in any procedure; slots with the globals */
    int *argument, *entry, *current, *next; /* BDD variables by slot; -1: none */
    int *result;
    int variables;
    bddPair *pair_next, *pair_call, *pair_summary;
    bdd globals, entry_set, argument_set, result_set; /* sets of variables: current globals, ... */
    struct proc *procs;
    struct node *nodes;
    uint32_t node_count;
    uint32_t *queue; /* a ring buffer of node_count + 1 */
    uint32_t queue_head, queue_tail;
    uint64_t steps, stamp;
    jmp_buf out; /* where the library's errors and exhausted budgets lead to */
    enum status end;
    struct diag why;
    bool broken; /* the library failed in the middle of an operation */
};

/* ---- BDDs: each function consumes its BDD arguments unless it says otherwise, and what it returns is owned ------- */

static inline bdd keep(bdd x)
{
    return bdd_addref(x);
}
static inline bdd owned2(bdd made, bdd a, bdd b)
{
    bdd_addref(made);
    bdd_delref(a);
    bdd_delref(b);
    return made;
}
static inline bdd both(bdd a, bdd b)
{
    return owned2(bdd_and(a, b), a, b);
}
static inline bdd either(bdd a, bdd b)
{
    return owned2(bdd_or(a, b), a, b);
}
static inline bdd without(bdd a, bdd b)
{
    return owned2(bdd_apply(a, b, bddop_diff), a, b);
}
/* What both say about the variables that are not in `set` (which is not consumed). */
static inline bdd project(bdd a, bdd b, bdd set)
{
    return owned2(bdd_appex(a, b, bddop_and, set), a, b);
}
static inline bdd exists(bdd a, bdd set)
{
    return owned2(bdd_exist(a, set), a, bddfalse);
}
static inline bdd renamed(bdd a, bddPair *pair)
{
    return owned2(bdd_replace(a, pair), a, bddfalse);
}
static inline void replace(bdd *slot, bdd with)
{
    bdd_delref(*slot);
    *slot = with;
}
/* `a` where the variable has this value; the variable stays. */
static inline bdd literal(bdd a, int variable, bool value)
{
    return both(a, keep(value ? bdd_ithvar(variable) : bdd_nithvar(variable)));
}

/* ---- bdd_encode.c ------------------------------------------------------------------------------------------------ */

/* Starts the library and lays the variables out. Everything else may leave by b->out. */
void bebop_encode(struct bebop *b);
void bebop_prepare(struct bebop *b, struct node *n); /* the node's relations */
/* The set of current variables of slots from `from` up to `to`, added to `set`. */
bdd bebop_add_current(const struct bebop *b, bdd set, uint32_t from, uint32_t to);

/* ---- explore.c --------------------------------------------------------------------------------------------------- */

/* Processes what is reachable from the procedure until all questions are answered or nothing is new. May leave. */
void bebop_explore(struct bebop *b, uint32_t entry);

/* ---- trace.c ----------------------------------------------------------------------------------------------------- */

void bebop_trace(struct bebop *b, const struct hit *hit, struct bool_answer *out);

/* ---- check.c ----------------------------------------------------------------------------------------------------- */

/* Ends the run: by b->out, with the reason. */
void bebop_leave(struct bebop *b, enum status st, const char *why);
/* Leaves when the budget is exhausted. */
void bebop_ask_budget(struct bebop *b);

#endif
