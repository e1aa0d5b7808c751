/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state of one abstraction. Private to the room.
 *
 * Everything is computed on trees: what a predicate was before a statement (before.c) is a C expression again, over the
 * state before it. Terms (terms.c) are made of trees of one state: a load is an unknown of the solver, known by its
 * place, so equal loads in one state are equal, and nothing relates two states but the trees.
 */
#ifndef CWOLF_PREDICATES_PRIVATE_H
#define CWOLF_PREDICATES_PRIVATE_H

#include "runtime/points/lifetimes.h"
#include "runtime/predicates/predicates.h"
#include "runtime/smt/smt.h"

struct pred_ids VEC(uint32_t);

/* A predicate and its term, with the numbers of the unknowns in it, ascending. */
struct pred {
    struct pred_variable v;
    smt_term term;
    const uint32_t *unknowns;
    uint32_t unknown_count;
    uint32_t depth;         /* PRED_DERIVED: from how many others in a row */
    bool is_seen_by_caller; /* a result in the names of one call: no variable of its own */
};
struct pred_func {
    bool is_in;              /* it is reachable and has a body */
    struct pred_ids own;     /* predicates of its own */
    struct pred_ids results; /* on what it returns */
    uint32_t derived;
    uint32_t proc;
    const struct cwi_block *blocks; /* the function's, its temporaries written out */
    bool has_calling;               /* there is a variable PRED_CALLING */
};
/* Of a caller: 1 from before a call until the predicates that it changes are found anew. In between they are those of
 * before and contradict those on globals, so that nothing is enforced. No condition of C is named so. */
#define PRED_CALLING "in a call"

/* An unknown of the solver. */
enum unknown_kind { UNKNOWN_CELL, UNKNOWN_LOAD, UNKNOWN_ADDRESS, UNKNOWN_FUNCTION, UNKNOWN_RESULT, UNKNOWN_OTHER };
struct unknown {
    enum unknown_kind kind;
    cwi_id id;        /* variable or function */
    int64_t offset;   /* of a cell */
    smt_term address; /* of a load */
    uint32_t bits, bit_pos, size;
    smt_term term;
};

/* Where the way out of a branch, or the call of one of several functions, begins in a procedure. */
struct pred_way {
    uint32_t proc, first, way;
};

struct abstraction {
    struct arena *arena;
    struct cwi_unit *u;
    const struct notes *notes;
    const struct pred_options *options;
    cwi_id entry;
    struct pt *pt;
    const struct callgraph *calls;
    const uint8_t *lifetimes; /* pt_lifetimes */
    struct smt *smt;
    struct VEC(struct pred) preds;
    struct pred_ids globals;
    struct pred_func *funcs; /* by function id */
    struct VEC(struct unknown) unknowns;
    struct pred_ids used; /* by the terms made since it was emptied */
    uint32_t fresh;
    uint32_t cases; /* made by aliases in the tree that is being made */
    struct bool_program *program;
    struct bool_proc *proc; /* that is being built, of `func` */
    cwi_id func;
    uint32_t label; /* the next one to invent */
    struct VEC(struct pred_mark) marks;
    struct VEC(struct pred_lead) leads;
    struct VEC(struct pred_way) ways; /* of all procedures, in the order of `first` within each */
    uint64_t asked_before;            /* questions before this abstraction */
    struct VEC(const char *) assumptions;
    bool has_accesses, has_divisions, has_signed, calls_unknown;
    cwi_id foreign; /* a variable that is named and defined elsewhere, where it may be a part of another; or 0 */
};

/* ---- places (place.c) -------------------------------------------------------------------------------------------- */

struct pred_place {
    cwi_id var;                     /* 0: behind `pointer` */
    const struct cwi_expr *pointer; /* the base, without constant offsets */
    bool is_exact;                  /* base + offset is all there is */
    bool is_aligned;                /* to its size, from a base that is */
    int64_t offset;
    uint64_t size;
    uint8_t bit_pos, bit_width;
};
void pred_place_of(const struct abstraction *x, const struct cwi_expr *lvalue, struct pred_place *out);

/* How an access lies to what is written, both in one state. */
enum pred_overlap { PRED_APART, PRED_SAME, PRED_PARTLY, PRED_MAYBE };
enum pred_overlap pred_overlap(struct abstraction *x, cwi_id func, const struct cwi_expr *access,
                               const struct cwi_expr *written);
/* Whether the access may lie in one of the objects. */
bool pred_lies_in(struct abstraction *x, cwi_id func, const struct cwi_expr *access, struct pt_set objects);
bool pred_sets_meet(struct pt_set a, struct pt_set b);

/* Operands that the trees of the room need. */
bool pred_is_number(const struct abstraction *x, cwi_id type); /* integers and pointers up to 64 bits */
bool pred_is_local(const struct abstraction *x, cwi_id var);
bool pred_has_lost(const struct cwi_expr *e);
/* Whether the tree names a local of `func`; `only_temps`: a temporary. Any function's: 0. */
bool pred_names_local(const struct abstraction *x, const struct cwi_expr *e, bool only_temps);
bool pred_has_result(const struct cwi_expr *e);
uint32_t pred_nodes(const struct cwi_expr *e);
/* The tree with these operands: itself where they are its own. */
const struct cwi_expr *pred_with(struct abstraction *x, const struct cwi_expr *e, const struct cwi_expr *a,
                                 const struct cwi_expr *b, const struct cwi_expr *c);
/* As what `type` is, where that is a number of other width or kind; LOST where it is none. */
const struct cwi_expr *pred_converted(struct abstraction *x, const struct cwi_expr *e, cwi_id type);

/* ---- before a statement (before.c) ------------------------------------------------------------------------------- */

/* What a statement of `func` changes: `lhs` gets the value `rhs` (NULL: some value); objects in `killed` anything. */
struct pred_change {
    cwi_id func;
    const struct cwi_expr *lhs, *rhs;
    struct pt_set killed;
};
/* The expression that has before the change the value that `e` has after it: `e` itself where nothing may change, LOST
 * for what is not known. Source: Morris 1982. */
const struct cwi_expr *pred_before(struct abstraction *x, const struct pred_change *c, const struct cwi_expr *e);
/* A condition on the callee's formal parameters, before the call, in the caller's names. */
const struct cwi_expr *pred_before_call(struct abstraction *x, cwi_id callee, const struct cwi_stmt *call,
                                        const struct cwi_expr *e);
/* A condition on a result, before `return value`. */
const struct cwi_expr *pred_before_return(struct abstraction *x, const struct cwi_expr *value,
                                          const struct cwi_expr *e);
/* A condition with what variables hold before the program begins. */
const struct cwi_expr *pred_at_start(struct abstraction *x, const struct cwi_expr *e);
/* Variables with static storage hold what they are initialised with when the entry begins. */
bool pred_begins(const struct abstraction *x);
/* CWI_BOUND -1 of the type. */
const struct cwi_expr *pred_result(struct abstraction *x, cwi_id type);

/* ---- temporaries (unfold.c) -------------------------------------------------------------------------------------- */

void pred_unfold(struct abstraction *x, cwi_id func);

/* ---- terms (terms.c) --------------------------------------------------------------------------------------------- */

smt_term pred_term(struct abstraction *x, const struct cwi_expr *e);  /* 0: it is no number */
smt_term pred_truth(struct abstraction *x, const struct cwi_expr *e); /* e != 0, one bit */
/* Sorts what was used since x->used was emptied, each once, and copies it. */
const uint32_t *pred_used(struct abstraction *x, uint32_t *count);
/* What holds of these unknowns in every state: objects lie apart, equal addresses hold equal values. 0: nothing. */
smt_term pred_axioms(struct abstraction *x, const uint32_t *unknowns, uint32_t count);

/* ---- states by trying (sample.c) --------------------------------------------------------------------------------- */

/* Calls `visit` for states, each with a bit for each condition (64 at most) that holds in it, until it returns false;
 * not at all where there is something in them that is not computed. */
void pred_sample(struct abstraction *x, const struct cwi_expr *const *conditions, uint32_t count,
                 bool (*visit)(void *context, uint64_t truths), void *context);

/* ---- the strongest cover (cubes.c) ------------------------------------------------------------------------------- */

/* F(phi) and F(!phi) over the predicates in `scope`, as expressions of the procedure that is being built. */
struct pred_cover {
    struct bool_expr *holds, *fails;
};
struct pred_cover pred_cover(struct abstraction *x, const struct pred_ids *scope, const struct cwi_expr *phi);
/* choose(holds, fails), or what it amounts to. */
struct bool_expr *pred_choice(struct abstraction *x, struct pred_cover c);
/* No two predicates (three where there are few) contradict each other; NULL: none can. */
struct bool_expr *pred_consistent(struct abstraction *x, const struct pred_ids *scope);
struct bool_expr *pred_constant(struct abstraction *x, enum bool_op op);
struct bool_expr *pred_not(struct abstraction *x, struct bool_expr *e);

/* ---- predicates (collect.c, derive.c) ---------------------------------------------------------------------------- */

/* Those of the notes, then `more`. */
void pred_collect(struct abstraction *x, const struct cwi_expr *const *more, size_t count,
                  const struct diag_sink *warnings);
enum status pred_none(const struct cwi_unit *u, struct diag *d);
enum status pred_none_used(const struct cwi_unit *u, cwi_id entry, struct diag *d);
/* Why a condition cannot be a predicate; NULL: it can. *func: whose locals it names, or 0. */
const char *pred_fault(const struct abstraction *x, const struct cwi_expr *e, cwi_id *func);
/* Adds one unless there is such a predicate; false: nothing was added. */
bool pred_add(struct abstraction *x, const struct cwi_expr *e, enum pred_kind kind, cwi_id func, uint32_t depth);
void pred_derive(struct abstraction *x);
/* The predicates that statements of the function see. */
void pred_scope(const struct abstraction *x, cwi_id func, struct pred_ids *out);

/* ---- what is refused (refuse.c) ---------------------------------------------------------------------------------- */

enum status pred_refuse(struct abstraction *x, struct diag *d);

/* ---- statements (statement.c, call.c) ---------------------------------------------------------------------------- */

/* What the change makes of the predicates in the scope. */
void pred_assign(struct abstraction *x, const struct pred_change *c, const struct pred_ids *scope, struct place at);
/* A parallel assignment; none where `count` is 0. */
void pred_assign_all(struct abstraction *x, const struct bool_name *names, struct bool_expr *const *values,
                     size_t count, struct place at);
void pred_assume(struct abstraction *x, const struct pred_ids *scope, const struct cwi_expr *e, bool holds,
                 struct place at);
void pred_jump(struct abstraction *x, const char *label, struct place at);
/* The statement that is added next begins this way. */
void pred_mark_way(struct abstraction *x, uint32_t way);
void pred_stop(struct abstraction *x, struct place at);
void pred_fail(struct abstraction *x, struct place at);
/* The value of a switch lies in the case. */
const struct cwi_expr *pred_in_case(struct abstraction *x, const struct cwi_expr *e, const struct cwi_case *c);
/* What a function without a body says of the value that it returns, of a type that holds it as it is; NULL: nothing. */
const struct cwi_expr *pred_range(struct abstraction *x, const struct effect *e, const struct cwi_expr *value);
void pred_call(struct abstraction *x, const struct pred_ids *scope, const struct cwi_stmt *s);
enum status pred_build_func(struct abstraction *x, cwi_id func, struct diag *d);

#endif
