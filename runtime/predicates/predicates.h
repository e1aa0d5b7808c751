/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * predicates: c2bp. A linked C program and predicates (C conditions) become a Boolean program: one variable for each
 * predicate, the same procedures, branches and calls. Knows how to abstract; check asks and driver prints.
 *
 * Where predicates come from: `#pragma cwolf predicate EXPR`. One that names only objects with static storage is a
 * variable of the whole program, one that names a local variable belongs to that function. To them c2bp adds what
 * carries them through GCC's temporaries and through returns (PRED_DERIVED, PRED_RESULT).
 *
 * What becomes of statements. An assignment changes predicates p in parallel: p := choose(F(wp(s, p)), F(wp(s, !p))).
 * F(phi) is the disjunction of all smallest conjunctions of at most `cube` literals that imply phi, found with a
 * solver. wp goes through pointers: what may be the same place by the points-to analysis becomes a case of its own, an
 * access that may overlap in part a value that is not known. A branch becomes a free choice and `assume
 * !F(!condition)`. Arguments are the values that the predicates on formal parameters get, results those on the value
 * returned. What is not understood (assembler, floating point, aggregates, functions without a body) sets what it may
 * change to any value.
 *
 * Soundness. Each step of the program is one of the Boolean program, as far as accesses stay in bounds and divisors are
 * not 0; integers are the machine's, with wrap-around. Programs that the Boolean program would not contain are refused:
 * functions that run at any moment, setjmp, exceptions, calls of unknown places (refuse.c).
 *
 * Sources: Ball, Podelski, Rajamani, Boolean and Cartesian abstraction for model checking C programs, TACAS 2001,
 * sections 7 and 9; Ball, Majumdar, Millstein, Rajamani, Automatic predicate abstraction of C programs, PLDI 2001;
 * Morris, A general axiom of assignment, 1982.
 */
#ifndef CWOLF_PREDICATES_H
#define CWOLF_PREDICATES_H

#include "runtime/base/budget.h"
#include "runtime/boolean/boolean.h"
#include "runtime/notes/notes.h"

enum pred_kind {
    PRED_GIVEN,   /* by a pragma */
    PRED_DERIVED, /* a condition on temporaries, or on what is returned, that decides another predicate */
    PRED_RESULT   /* on the value that `func` returns, CWI_BOUND -1; a variable of its callers */
};
struct pred_variable {
    const char *name; /* in the Boolean program: the condition as written */
    const struct cwi_expr *expr;
    enum pred_kind kind;
    cwi_id func;    /* that it belongs to; 0: the whole program */
    bool is_formal; /* a parameter of its procedure: names nothing local but parameters */
};
/* Where a statement went: the first of its statements in the Boolean procedure. */
struct pred_mark {
    cwi_id func;
    const struct cwi_stmt *stmt;
    uint32_t proc, first;
};
/* Where a pointer was followed to a function: what stands there in the Boolean procedure. */
struct pred_lead {
    cwi_id callee;
    uint32_t proc, first;
};
struct pred_abstraction {
    struct bool_program *program; /* resolved */
    const char *entry;            /* its procedure */
    const struct pred_variable *variables;
    uint32_t variable_count;
    const struct pred_mark *marks;
    uint32_t mark_count;
    const struct pred_lead *leads;
    uint32_t lead_count;
    const char **assumptions; /* that the abstraction makes */
    uint32_t assumption_count;
    uint64_t questions; /* to the solver */
};
struct pred_options {
    uint32_t cube;   /* literals of a conjunction at most; 0: 3 */
    bool no_enforce; /* states in which predicates contradict each other are kept */
    uint32_t units;  /* for one question to the solver at most (smt_limit); 0: 300,000 */
    const struct budget *budget;
};

/* Whether the program carries predicates. */
bool pred_are_given(const struct notes *notes);

/* Abstracts what is reachable from `entry`. ST_BAD: there are no predicates, or the program is one that is refused: the
 * diag says why. ST_LIMIT, ST_STOPPED: the budget ended. ST_SYSTEM: there is no solver. What comes out lives in `a`;
 * types may be added to the unit. */
enum status pred_abstract(struct arena *a, struct cwi_unit *u, const struct notes *notes, cwi_id entry,
                          const struct pred_options *o, struct pred_abstraction *out, const struct diag_sink *warnings,
                          struct diag *d);

/* ---- newton: predicates from paths that the program does not have ------------------------------------------------ */

/* The same in steps: a program is prepared once and abstracted again with more predicates; what the solver was asked
 * before it is not asked again. Fails as pred_abstract does, but for predicates, of which there may be none. `notes`,
 * `o` and the arena have to live as long. */
struct abstraction;
enum status pred_new(struct arena *a, struct cwi_unit *u, const struct notes *notes, cwi_id entry,
                     const struct pred_options *o, struct abstraction **out, struct diag *d);
void pred_free(struct abstraction *x); /* NULL is allowed */
/* `more`: conditions beside those of the notes, each over objects with static storage and locals of one function. */
enum status pred_program(struct abstraction *x, const struct cwi_expr *const *more, size_t count,
                         struct pred_abstraction *out, const struct diag_sink *warnings, struct diag *d);
uint64_t pred_questions(const struct abstraction *x); /* to the solver, by all abstractions and paths */

/* A branch on a path, or the call of one of several functions. */
struct pred_decision {
    cwi_id func;
    const struct cwi_stmt *stmt;
    uint32_t way; /* the target; of a switch 0 the default, else 1 + the case; of a call which function */
};
enum pred_path_kind {
    PRED_PATH_REAL,   /* with `inputs` the program takes it, as far as everything on it is understood */
    PRED_PATH_NOT,    /* it does not: `added` says why */
    PRED_PATH_UNCLEAR /* `why` */
};
struct pred_path {
    enum pred_path_kind kind;
    const char *why;
    const int64_t *inputs; /* what the functions that give inputs return, in their order */
    uint32_t input_count;
    const struct cwi_expr *const *added; /* predicates that the abstraction did not have; perhaps none */
    uint32_t added_count;
    const struct pred_decision *decisions;
    uint32_t decision_count;
};
/* The path of the program that a trace of the Boolean program stands for (the last that pred_program made), and why
 * the program does not have it: its conditions are taken back to its beginning; where they contradict each other,
 * relations between what occurs in them that hold at loop heads and entries of functions are looked for, and what they
 * are at the points between. `is_thorough`: the conditions alone, at each point. The answer lives in the arena. */
enum status pred_explain(struct abstraction *x, const struct pred_abstraction *made, const struct bool_answer *trace,
                         bool is_thorough, struct pred_path *out, struct diag *d);

#endif
