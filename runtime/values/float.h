/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to the room values: floating-point formats, and rounded operations on single numbers.
 *
 * The values of a format are numbered in their order, -inf to +inf, with -0 just below +0, and NaN last: consecutive
 * integers, +0 being 0. A set of floating-point numbers is a set of these ordinals, so that everything about sets of
 * integers (normal form, join, meet, complement, inclusion) holds for it. Ordinals of other than NaN are the number's
 * bits, for negative ones the complement of those of its magnitude. Source: IEEE 754-2019, section 3.4 (binary32 and
 * binary64); Intel 64 manual, volume 1, section 4.2.2 (80 bits, without the explicit integer bit).
 */
#ifndef CWOLF_VALUES_FLOAT_H
#define CWOLF_VALUES_FLOAT_H

#include "runtime/values/private.h"

#include <fenv.h>

/* The number with this ordinal, exactly. */
long double vs_float_number(struct vs_type t, wide ordinal);
/* The ordinal of x, rounded to the format in the given direction (FE_TONEAREST, FE_DOWNWARD, FE_UPWARD). */
wide vs_float_rounded(struct vs_type t, long double x, int direction);
/* out[i] = x[i] op y[i] for VS_ADD, VS_SUB, VS_MUL and VS_DIV on n ordinals, rounded in the given direction. */
void vs_float_compute(enum vs_op op, struct vs_type t, const wide *x, const wide *y, size_t n, int direction,
                      wide *out);

static inline wide float_nan(struct vs_type t)
{
    return float_infinity(t) + 1;
}

/* Numbers as == and < see them, -0 and +0 being one; and the least and the greatest ordinal of such a number. */
static inline wide float_magnitude(wide ordinal)
{
    return ordinal < 0 ? ordinal + 1 : ordinal;
}
static inline wide float_least(wide magnitude)
{
    return magnitude > 0 ? magnitude : magnitude - 1;
}
static inline wide float_greatest(wide magnitude)
{
    return magnitude < 0 ? magnitude - 1 : magnitude;
}

/* Adds the image of two segments under + - * / to a set; `any_rounding`: in every rounding direction, single numbers
 * too. */
void vs_float_image(const struct vs_pool *p, enum vs_op op, struct vs_type t, const struct seg *a, const struct seg *b,
                    struct set *out);
/* The numbers of v as magnitudes: flat segments, to be released by vec_free. Returns whether v holds NaN. */
bool vs_float_magnitudes(const struct vs_pool *p, struct vs_type t, vs v, struct set *out);
vs vs_float_zeros(struct vs_pool *p, struct vs_type t);

#endif
