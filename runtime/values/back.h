/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private: preimages, from which the backward operators are made. A preimage holds at least every x of [lo .. hi] that
 * the operator with this constant takes into r; it is added to a set.
 */
#ifndef CWOLF_VALUES_BACK_H
#define CWOLF_VALUES_BACK_H

#include "runtime/values/private.h"

struct preimage {
    const struct vs_limits *limits;
    struct vs_type t;     /* of x and of the result */
    const struct view *r; /* what the result lies in; not empty */
    wide lo, hi;          /* hull of x */
    wide c;               /* the right operand */
    struct set *out;
};
/* x congruent mod m to some element of r, whose elements lie within one stretch of m values. */
void vs_preimage_congruent(const struct preimage *q, wide m);
void vs_preimage_mul(const struct preimage *q); /* x * c, wrapping */
void vs_preimage_divided(const struct preimage *q, enum vs_op op);
void vs_preimage_remainder(const struct preimage *q, enum vs_op op);
void vs_preimage_and(const struct preimage *q);
void vs_preimage_or(const struct preimage *q);
void vs_preimage_shr(const struct preimage *q);

/* back_compare.c: op(*a, *b) has this truth value. */
void vs_back_comparison(struct vs_pool *p, enum vs_op op, bool value, struct vs_type ta, vs *a, struct vs_type tb,
                        vs *b);
void vs_want_truth(struct vs_pool *p, struct vs_type t, vs *v, bool value); /* *v is zero, or is not */
void vs_narrow_range(struct vs_pool *p, struct vs_type t, vs *v, wide lo, wide hi);

#endif
