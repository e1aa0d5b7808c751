/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Making expressions, and changing the code of functions.
 */
#ifndef CWOLF_CWI_EDIT_H
#define CWOLF_CWI_EDIT_H

#include "runtime/cwi/cwi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- expressions ------------------------------------------------------------------------------------------------- */

/* Expressions, made in an arena (a unit's, or any that outlives their use). */
const struct cwi_expr *cwi_expr_const(struct arena *a, cwi_id type, int64_t value);
const struct cwi_expr *cwi_expr_var(struct arena *a, const struct cwi_unit *u, cwi_id var);
const struct cwi_expr *cwi_expr_func(struct arena *a, cwi_id pointer_type, cwi_id func);
const struct cwi_expr *cwi_expr_unary(struct arena *a, enum cwi_op op, cwi_id type, const struct cwi_expr *x);
const struct cwi_expr *cwi_expr_binary(struct arena *a, enum cwi_op op, cwi_id type, const struct cwi_expr *x,
                                       const struct cwi_expr *y);
const struct cwi_expr *cwi_expr_deref(struct arena *a, cwi_id type, const struct cwi_expr *pointer);
const struct cwi_expr *cwi_expr_field(struct arena *a, const struct cwi_unit *u, const struct cwi_expr *of,
                                      uint32_t field);
const struct cwi_expr *cwi_expr_index(struct arena *a, cwi_id type, const struct cwi_expr *array,
                                      const struct cwi_expr *index);
const struct cwi_expr *cwi_expr_addr(struct arena *a, cwi_id pointer_type, const struct cwi_expr *lvalue);
const struct cwi_expr *cwi_expr_lost(struct arena *a, cwi_id type, const char *why);

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

/* Changing a function's code, in the arena of its unit. A block is added at the end: its number; `stmts` is copied. */
uint32_t cwi_add_block(struct arena *a, struct cwi_func *f, const struct cwi_stmt *stmts, uint32_t count);
void cwi_add_label(struct arena *a, struct cwi_block *b, const char *label);
struct cwi_stmt cwi_goto(struct arena *a, struct cwi_place at, uint32_t target);
struct cwi_stmt cwi_if(struct arena *a, struct cwi_place at, const struct cwi_expr *cond, uint32_t holds,
                       uint32_t fails);
/* The block ends before its statement `index`, of which it has to have one, and what follows is a block of its own: the
 * number of that. The block's statements are changed where they are. */
uint32_t cwi_split_block(struct arena *a, struct cwi_func *f, uint32_t block, uint32_t index);
/* What block 0 holds moves to a block of its own, where all jumps to block 0 lead then; its number. Block 0 goes there.
 */
uint32_t cwi_free_entry(struct arena *a, struct cwi_func *f);
/* A copy of the code that shares nothing that may be changed: statements, targets, cases. */
struct cwi_block *cwi_copy_blocks(struct arena *a, const struct cwi_func *f);

#ifdef __cplusplus
}
#endif
#endif
