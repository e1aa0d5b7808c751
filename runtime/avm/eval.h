/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Evaluation: the value of a tree in a working state, what a condition says about its cells, and which errors are
 * assumed not to happen in between.
 */
#ifndef CWOLF_AVM_EVAL_H
#define CWOLF_AVM_EVAL_H

#include "machine.h"

/* ---- doubts.c: errors -------------------------------------------------------------------------------------------- */

/* Why something has no value, and what kind of error that is. */
struct trap {
    const char *text;
    enum avm_doubt_kind kind;
};
extern const struct trap avm_trap_bounds, avm_trap_null, avm_trap_division, avm_trap_dead, avm_trap_free,
    avm_trap_twice, avm_trap_null_argument, avm_trap_constant, avm_trap_string, avm_trap_overlap, avm_trap_length,
    avm_trap_quotient;

/* There may be an error of that kind in the expression (NULL: nobody's), or surely is one that does not end the run. */
void avm_doubt(struct avm *m, struct work *s, enum avm_doubt_kind kind, const struct cwi_expr *e, bool surely);
/* Likewise of a kind that is never assumed: it may be so at the statement (NULL: the last one). */
void avm_suspect(struct avm *m, struct work *s, enum avm_doubt_kind kind, const struct cwi_stmt *stmt, const char *why);
/* The errors of an access that are asked about alone. */
enum { AVM_ACCESS_PARTS = 1u << AVM_DOUBT_NULL | 1u << AVM_DOUBT_DEAD };
/* A doubt about an access through this pointer, or its argument: which errors it may be depends on where it leads. */
void avm_doubt_access(struct avm *m, struct work *s, vs pointer, const struct cwi_expr *e);
/* It may be null, of what else it is nothing is asked. */
void avm_doubt_null(struct avm *m, struct work *s, const struct cwi_expr *e);
void avm_doubt_free(struct avm *m, struct work *s, vs pointer, const struct cwi_expr *e);
/* It is of the kind itself, and of no part of it: an index is outside of its array. */
void avm_doubt_alone(struct avm *m, struct work *s, enum avm_doubt_kind kind, const struct cwi_expr *e, bool surely);
/* An error there is known, and is not told. */
bool avm_is_excused(const struct avm *m, struct cwi_place at);

/* ---- eval.c: values ---------------------------------------------------------------------------------------------- */

vs avm_eval(struct avm *m, struct work *s, const struct node *n);
/* An object whose life ended may lie where another one is now: how pointers to them compare is not known. */
bool avm_may_coincide(const struct avm *m, const struct work *s, const struct node *n, vs a, vs b);
vs avm_apply_unary(struct avm *m, struct work *s, const struct node *n, vs a);
vs avm_apply_binary(struct avm *m, struct work *s, const struct node *n, vs a, vs b);
vs avm_round(struct avm *m, const struct cell *c, vs v);
vs avm_round_to(struct avm *m, const struct abs *a, struct vs_type t, vs v);
/* Whether the value depends on nothing but one pending input and single values; its bit mask into *bits. */
bool avm_only_input(struct avm *m, const struct work *s, const struct node *n, uint32_t *bits);

/* ---- constrain.c: backwards -------------------------------------------------------------------------------------- */

/* False when no concrete state satisfies it. */
bool avm_constrain(struct avm *m, struct work *s, const struct node *cond, bool outcome);
bool avm_narrow(struct avm *m, struct work *s, const struct node *n, vs to);

/* ---- symbols.c: relations ---------------------------------------------------------------------------------------- */

/* Words that hold one unknown value, or values a constant apart, with avm_config.relates. A symbol means one value in a
 * state and in the frames that it leads back to; words with symbols that nobody shares are sets. */

/* The operand whose value, a constant apart, is that of the tree; NULL: there is none. */
const struct node *avm_moved(const struct node *n);
/* The unknown value that the tree moves gets a symbol where it is: what is computed from it is related to it. */
void avm_name_moved(struct avm *m, struct work *s, const struct node *n);
/* The result of an operator on symbolic operands, whose set is `result`. */
vs avm_symbol_unary(struct avm *m, const struct node *n, vs a, vs result);
vs avm_symbol_binary(struct avm *m, const struct node *n, vs a, vs b, vs result);
/* `set` instead of the value's own; of another type it is no longer what the symbol says. */
vs avm_with_set(struct avm *m, vs v, struct vs_type t, vs set);
/* A word that held `was` holds a value of `set`: so all that hold its symbol are narrowed. False: one of them holds
 * nothing then. */
bool avm_narrow_related(struct avm *m, struct work *s, vs was, vs set);
/* Words of which the condition's outcome says that they are equal get one symbol. */
void avm_learn_equal(struct avm *m, struct work *s, const struct node *cond, bool outcome);
/* Before a state is stored: the symbols that only it holds get names that depend on nothing but who holds them. */
void avm_settle_symbols(struct avm *m, struct work *s, uint32_t words);
uint32_t avm_symbols_in(const struct avm *m, const vs *words, size_t count);
void avm_drop_symbols(const struct avm *m, vs *words, size_t count);
enum { ALL_SYMBOLS = UINT32_MAX }; /* of a context in which none may be made */

#endif
