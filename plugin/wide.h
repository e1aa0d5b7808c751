/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Integers of 128 bits as two halves of 64: what wide.cc, which knows statements, and wide_ops.cc, which knows
 * operators, share.
 */
#ifndef CWOLF_PLUGIN_WIDE_H
#define CWOLF_PLUGIN_WIDE_H

#include "plugin/plugin.h"

struct halves {
    const struct cwi_expr *lo, *hi; /* unsigned; of the sign of the whole */
};

/* ---- wide_ops.cc ------------------------------------------------------------------------------------------------- */

tree wide_half(bool is_unsigned); /* the type */
/* A half that is this number. */
const struct cwi_expr *wide_number(int64_t value, bool is_unsigned = true);
/* What GIMPLE calls a conversion, of a number of 64 bits at most. */
const struct cwi_expr *wide_as(tree type, const struct cwi_expr *x);
struct halves wide_extended(const struct cwi_expr *x, bool is_unsigned); /* from 64 bits at most */
struct halves wide_saved(struct halves a);

/* The operands are of the result's type, and may stand several times in it. Statements are written out on the way: what
 * errs is said by operations on 64 bits. */
struct halves wide_negated(struct halves a);
struct halves wide_magnitude(struct halves a); /* in its own type: that of the least number overflows */
/* `is_never_large`: what is known of the operands tells that it is in the type. */
struct halves wide_product(struct halves a, struct halves b, bool is_never_large);
struct halves wide_shifted(enum tree_code code, struct halves a, const struct cwi_expr *n); /* n: unsigned */
/* PLUS, MINUS, TRUNC_DIV, TRUNC_MOD, BIT_AND, BIT_IOR, BIT_XOR, MIN, MAX; false: another. */
bool wide_binary(enum tree_code code, struct halves a, struct halves b, struct halves *r);
const struct cwi_expr *wide_compared(enum tree_code code, struct halves a, struct halves b); /* EQ, NE, LT .. GE */

#endif
