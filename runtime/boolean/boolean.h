/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * boolean: Boolean programs and their model checker, the bebop of SLAM. Knows nothing of C programs.
 *
 * The way of a program. It is parsed (bool_parse) or built (bool_program_new and the calls that follow), then resolved
 * (bool_resolve, which the parser calls itself): every name is bound, every count checked. From then on it is constant
 * and can be printed (bool_print), which the parser reads back to an equal program, and checked (bool_check).
 *
 * Semantics. Variables are 0 or 1. Globals, the parameters of the first procedure called and, in each call, locals
 * begin with any value. Each occurrence of `*` is a choice of its own each time it is evaluated. An assignment reads
 * all old values before it writes. Calls are by value; results are assigned from left to right to distinct variables.
 * `assume` blocks where it is false. `assert` fails where its expression can be false; nothing follows a failed
 * assert. A procedure that ends without `return` returns any values. A state of a procedure that violates its `enforce`
 * does not exist: it is dropped at entry, after each statement and after each call. Recursion is unbounded.
 * Sources: Ball, Rajamani, Bebop: a symbolic model checker for Boolean programs, SPIN 2000; Ball, Podelski, Rajamani,
 * Boolean and Cartesian abstraction for model checking C programs, TACAS 2001; Reps, Horwitz, Sagiv, Precise
 * interprocedural dataflow analysis via graph reachability, POPL 1995.
 *
 * Ownership: everything lives in the arena that the caller passed. Failure: a status and a diag, as everywhere.
 */
#ifndef CWOLF_BOOLEAN_H
#define CWOLF_BOOLEAN_H

#include "runtime/base/base.h"
#include "runtime/base/budget.h"

/* ---- the tree ---------------------------------------------------------------------------------------------------- */

enum bool_op {
    BOOL_FALSE,
    BOOL_TRUE,
    BOOL_STAR, /* 0 or 1, chosen afresh */
    BOOL_VARIABLE,
    BOOL_NOT,
    BOOL_AND, /* two operands or more, as BOOL_OR */
    BOOL_OR,
    BOOL_XOR,
    BOOL_IMPLIES,
    BOOL_EQUAL,
    BOOL_DIFFERENT,
    BOOL_CONDITIONAL, /* a ? b : c */
    BOOL_CHOOSE,      /* 1 if a, else 0 if b, else *: H of the 2001 paper */
};
struct bool_expr {
    enum bool_op op;
    uint32_t slot;  /* BOOL_VARIABLE, once resolved: globals from 0, then the procedure's own */
    uint32_t depth; /* of the tree, at most BOOL_DEEPEST: recursions over it are safe */
    uint32_t count;
    struct bool_expr **args;
    const char *name; /* BOOL_VARIABLE */
    struct place at;
};

/* A variable, a procedure or a label where it is named. Any text without braces and ends of lines is a name; one that
 * is no identifier, or is a keyword, is written in braces. */
struct bool_name {
    const char *text;
    struct place at;
};

enum bool_kind {
    BOOL_SKIP,
    BOOL_ASSIGN, /* names := args */
    BOOL_CALL,   /* names := callee(args) */
    BOOL_ASSUME, /* args[0] */
    BOOL_ASSERT,
    BOOL_GOTO, /* one of the targets */
    BOOL_RETURN,
};
struct bool_target {
    const char *name; /* NULL: a statement without a label, which the parser knows by its index */
    uint32_t stmt;    /* index in the procedure, once resolved */
    struct place at;
};
struct bool_stmt {
    enum bool_kind kind;
    bool implied; /* not written: the end of a procedure, or the jumps that `if` and `while` became */
    struct bool_name *names;
    uint32_t *slots; /* of the names, once resolved */
    uint32_t name_count;
    struct bool_expr **args;
    uint32_t arg_count;
    struct bool_name callee;
    uint32_t proc; /* the callee's index, once resolved */
    struct bool_target *targets;
    uint32_t target_count;
    struct place at;
};
struct bool_label {
    const char *name;
    uint32_t stmt;
    struct place at;
};

/* Its statements follow each other; the last one is an implied return once it is resolved. */
struct bool_proc {
    const char *name;
    struct place at;
    struct bool_name *locals; /* parameters first */
    uint32_t local_count, parameter_count, return_count;
    struct bool_expr *enforce; /* or NULL; without * and choose */
    struct bool_stmt *stmts;
    uint32_t stmt_count;
    struct bool_label *labels;
    uint32_t label_count;
    size_t local_capacity, stmt_capacity, label_capacity; /* private to build.c */
};
struct bool_program {
    struct arena *arena;
    const char *file;
    struct bool_name *globals;
    uint32_t global_count;
    struct bool_proc **procs;
    uint32_t proc_count;
    bool resolved;
    size_t global_capacity, proc_capacity; /* private to build.c */
};

/* Bounds on what is accepted, so that no input exhausts the stack. */
enum { BOOL_DEEPEST = 1000, BOOL_LARGEST_TEXT = 1 << 28 };

/* ---- building ---------------------------------------------------------------------------------------------------- */

/* Texts that are passed are copied but for the file names in places. */
struct bool_program *bool_program_new(struct arena *a, const char *file);
void bool_add_global(struct bool_program *p, const char *name, struct place at);
struct bool_proc *bool_add_proc(struct bool_program *p, const char *name, uint32_t returns, struct place at);
/* All parameters come before the first other local. */
void bool_add_parameter(struct bool_program *p, struct bool_proc *f, const char *name, struct place at);
void bool_add_local(struct bool_program *p, struct bool_proc *f, const char *name, struct place at);
/* A label of the statement that is added next. */
void bool_add_label(struct bool_program *p, struct bool_proc *f, const char *name, struct place at);
/* The new statement lasts until the next one is added: fill it in with the calls below, at once. */
struct bool_stmt *bool_add_stmt(struct bool_program *p, struct bool_proc *f, enum bool_kind kind, struct place at);
void bool_stmt_names(struct bool_program *p, struct bool_stmt *s, const struct bool_name *names, size_t count);
void bool_stmt_args(struct bool_program *p, struct bool_stmt *s, struct bool_expr *const *args, size_t count);
void bool_stmt_targets(struct bool_program *p, struct bool_stmt *s, const struct bool_target *targets, size_t count);

/* An expression belongs to one procedure. The arguments are copied; NULL when it would be deeper than BOOL_DEEPEST. */
struct bool_expr *bool_expr_variable(struct bool_program *p, const char *name, struct place at);
struct bool_expr *bool_expr_new(struct bool_program *p, enum bool_op op, struct bool_expr *const *args, size_t count,
                                struct place at);

/* Binds names and checks the program; adds the implied returns. ST_BAD: at the place of the first mistake. */
enum status bool_resolve(struct bool_program *p, struct diag *d);

/* ---- text -------------------------------------------------------------------------------------------------------- */

/* Parses `size` bytes of the file named `file` (for messages; copied) and resolves the program. ST_BAD tells the file,
 * line and column and what is expected there. */
enum status bool_parse(struct arena *a, const char *file, const char *text, size_t size, struct bool_program **out,
                       struct diag *d);

/* Appends a resolved program. Jumps that `if` and `while` became are printed as goto and assume. */
void bool_print(const struct bool_program *p, struct buf *out);
void bool_print_stmt(const struct bool_program *p, const struct bool_stmt *s, struct buf *out); /* one line, no end */
void bool_print_name(const char *name, struct buf *out);

/* ---- checking ---------------------------------------------------------------------------------------------------- */

enum bool_verdict { BOOL_NO, BOOL_MAYBE, BOOL_YES }; /* whether the property holds */

/* "assert" (or "reach-assert"): no assert can fail. "unreachable WHERE": no statement there is reached, where WHERE is
 * LABEL (in any procedure), PROC.LABEL or FILE:LINE. Either may follow "NAME :". */
struct bool_question {
    const char *name; /* NAME, or the text */
    bool asserts;
    const struct bool_stmt **targets; /* reached: the property does not hold */
    uint32_t target_count;
};
enum status bool_parse_question(struct arena *a, const struct bool_program *p, const char *text,
                                struct bool_question *out, struct diag *d);

/* A trace: after each step, the values of the procedure's variables, one byte each, by slot. */
enum bool_step_kind { BOOL_STEP_START, BOOL_STEP, BOOL_STEP_CALL, BOOL_STEP_RETURN };
struct bool_step {
    enum bool_step_kind kind;
    const struct bool_stmt *stmt; /* what was executed; NULL: BOOL_STEP_START */
    const struct bool_proc
        *proc;      /* where the values belong: behind a call the callee's, behind a return the caller's */
    uint32_t depth; /* calls that are not yet ended */
    const uint8_t *values;
};
struct bool_answer {
    enum bool_verdict verdict;
    const struct bool_stmt *reached; /* BOOL_NO: the assert that fails, or the statement; the trace ends before it */
    const struct bool_step *steps;
    size_t count;
    bool cut; /* the trace is longer: its beginning is left out, or all of it */
};
/* What is kept of the states that reach a statement. A trivector gives each variable 0, 1 or both. After a statement it
 * becomes the smallest trivector that contains what its states become. Source: TACAS 2001, sections 6 and 9. */
enum bool_states {
    BOOL_EXACT,      /* all: disjunctive completion with focus on all variables */
    BOOL_TRIVECTORS, /* disjunctive completion: a set of trivectors; those in focus are split before each statement */
    BOOL_JOIN        /* one trivector, the smallest that contains them */
};
struct bool_options {
    const char *entry;   /* where the program begins; NULL: (start), main, or the first procedure */
    uint64_t max_steps;  /* statements processed; 0: any number */
    uint64_t max_memory; /* bytes of BDD nodes, about; 0 or more than 700 MB: 16 million nodes */
    size_t max_trace;    /* steps of a trace; 0: 10,000 */
    enum bool_states states;
    const char *const *focus; /* BOOL_TRIVECTORS: names of variables, of any procedure, that always have a value */
    size_t focus_count;
    const struct budget *budget;
};
struct bool_result {
    struct bool_answer *answers; /* one for each question */
    enum status end;             /* ST_OK: all are decided; ST_LIMIT, ST_STOPPED: some are Maybe, `why` tells */
    struct diag why;
    uint64_t steps, nodes; /* statements processed; BDD nodes alive at the end */
};
/* Answers all questions in one run. One run at a time in a process: the BDD library has one state. */
enum status bool_check(struct arena *a, const struct bool_program *p, const struct bool_question *questions,
                       size_t count, const struct bool_options *o, struct bool_result *out, struct diag *d);

/* Appends "a=1, b=0": what differs from the step before; all values where another call of a procedure begins. */
void bool_print_changes(const struct bool_program *p, const struct bool_step *steps, size_t index, struct buf *out);

#endif
