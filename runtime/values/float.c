/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Floating-point numbers one by one: ordinals, rounding, and sets made from numbers and read as such.
 *
 * Computing is left to the machine, whose formats these are. Operands are volatile, so that no compiler moves an
 * operation across a change of the rounding direction; the process otherwise rounds to nearest.
 */
#include "runtime/values/float.h"

#include <math.h>

/* Where an x87 number has its parts. */
struct x87 {
    uint64_t significand; /* with the integer bit */
    uint16_t exponent;    /* and the sign above its 15 bits */
};

static long double x87_number(uint64_t significand, uint64_t exponent)
{
    long double x = 0;
#if LDBL_MANT_DIG == 64 && defined __x86_64__
    struct x87 parts = {significand, (uint16_t)exponent};
    memcpy(&x, &parts, 10);
#else
    (void)significand, (void)exponent; /* is_float is false */
#endif
    return x;
}

long double vs_float_number(struct vs_type t, wide ordinal)
{
    bool negative = ordinal < 0;
    uwide bits = negative ? (uwide)(-ordinal - 1) : (uwide)ordinal;
    long double x;
    if (ordinal > float_infinity(t))
        return NAN;
    if (t.bits == 32) {
        uint32_t low = (uint32_t)bits;
        float f;
        memcpy(&f, &low, sizeof f);
        x = f;
    } else if (t.bits == 64) {
        uint64_t low = (uint64_t)bits;
        double d;
        memcpy(&d, &low, sizeof d);
        x = d;
    } else {
        uint64_t fraction = (uint64_t)bits & INT64_MAX, exponent = (uint64_t)(bits >> 63);
        x = x87_number(fraction | (uint64_t)(exponent != 0) << 63, exponent);
    }
    return negative ? -x : x;
}

/* Of a number that the format holds. */
static wide ordinal_of(struct vs_type t, long double x)
{
    uwide bits = 0;
    if (isnan(x))
        return float_nan(t);
    long double magnitude = fabsl(x);
    if (t.bits == 32) {
        float f = (float)magnitude;
        uint32_t low;
        memcpy(&low, &f, sizeof low);
        bits = low;
    } else if (t.bits == 64) {
        double d = (double)magnitude;
        uint64_t low;
        memcpy(&low, &d, sizeof low);
        bits = low;
    } else {
        struct x87 parts = {0};
        memcpy(&parts, &magnitude, 10);
        bits = (uwide)parts.exponent << 63 | (parts.significand & INT64_MAX);
    }
    return signbit(x) ? -(wide)bits - 1 : (wide)bits;
}

/* ---- rounding ---------------------------------------------------------------------------------------------------- */

static void set_direction(int direction)
{
    if (direction != FE_TONEAREST)
        fesetround(direction);
}

static void reset_direction(int direction)
{
    if (direction != FE_TONEAREST)
        fesetround(FE_TONEAREST);
}

wide vs_float_rounded(struct vs_type t, long double x, int direction)
{
    volatile long double from = x, to = x;
    set_direction(direction);
    if (t.bits == 32) {
        volatile float f = (float)from;
        to = f;
    } else if (t.bits == 64) {
        volatile double d = (double)from;
        to = d;
    }
    reset_direction(direction);
    return ordinal_of(t, to);
}

#define COMPUTE(type)                                                                                                  \
    volatile type a = (type)x, b = (type)y, c = 0;                                                                     \
    if (op == VS_ADD)                                                                                                  \
        c = a + b;                                                                                                     \
    else if (op == VS_SUB)                                                                                             \
        c = a - b;                                                                                                     \
    else if (op == VS_MUL)                                                                                             \
        c = a * b;                                                                                                     \
    else                                                                                                               \
        c = a / b;                                                                                                     \
    return c

static float compute32(enum vs_op op, long double x, long double y)
{
    COMPUTE(float);
}

static double compute64(enum vs_op op, long double x, long double y)
{
    COMPUTE(double);
}

static long double compute80(enum vs_op op, long double x, long double y)
{
    COMPUTE(long double);
}

void vs_float_compute(enum vs_op op, struct vs_type t, const wide *x, const wide *y, size_t n, int direction, wide *out)
{
    set_direction(direction);
    for (size_t i = 0; i < n; i++) { /* all conversions here are exact in any direction */
        long double a = vs_float_number(t, x[i]), b = vs_float_number(t, y[i]);
        out[i] = ordinal_of(t, t.bits == 32   ? (long double)compute32(op, a, b)
                               : t.bits == 64 ? (long double)compute64(op, a, b)
                                              : compute80(op, a, b));
    }
    reset_direction(direction);
}

/* ---- sets -------------------------------------------------------------------------------------------------------- */

void vs_pool_any_rounding(struct vs_pool *p, bool any)
{
    if (p->any_rounding != any)
        memset(p->memos, 0, (p->memo_mask + 1) * sizeof *p->memos);
    p->any_rounding = any;
}

vs vs_float(struct vs_pool *p, struct vs_type t, long double x)
{
    return is_float(t) ? vs_constant(p, vs_float_rounded(t, x, FE_TONEAREST)) : VS_TOP;
}

vs vs_float_interval(struct vs_pool *p, struct vs_type t, long double lo, long double hi, bool may_be_nan)
{
    struct set s = {0};
    if (!is_float(t))
        return lo <= hi || may_be_nan ? VS_TOP : VS_BOTTOM;
    if (lo <= hi)
        vs_set_range(&s, vs_float_rounded(t, lo, FE_DOWNWARD), vs_float_rounded(t, hi, FE_UPWARD));
    if (may_be_nan)
        vs_set_range(&s, float_nan(t), float_nan(t));
    return vs_set_finish(p, t, &s);
}

bool vs_float_range(const struct vs_pool *p, struct vs_type t, vs v, long double *lo, long double *hi, bool *may_be_nan)
{
    struct view w;
    *may_be_nan = v == VS_TOP;
    *lo = -INFINITY;
    *hi = INFINITY;
    if (!is_float(t))
        return v != VS_BOTTOM;
    vs_view_of(p, t, v, &w);
    if (!w.count || view_min(&w) == float_nan(t)) {
        *may_be_nan = w.count;
        return false;
    }
    *may_be_nan = view_max(&w) == float_nan(t);
    const struct seg *last = &w.segs[w.count - 1];
    if (last->lo == float_nan(t))
        last--;
    wide most = last->hi > float_infinity(t) ? float_infinity(t) : last->hi;
    *lo = vs_float_number(t, view_min(&w));
    *hi = vs_float_number(t, most);
    return true;
}

vs vs_float_zeros(struct vs_pool *p, struct vs_type t)
{
    struct set s = {0};
    vs_set_range(&s, -1, 0);
    return vs_set_finish(p, t, &s);
}

bool vs_float_magnitudes(const struct vs_pool *p, struct vs_type t, vs v, struct set *out)
{
    struct view w;
    bool nan = false;
    *out = (struct set){0};
    vs_view_of(p, t, v, &w);
    for (size_t i = 0; i < w.count; i++) {
        wide hi = w.segs[i].hi;
        nan |= hi == float_nan(t);
        hi = hi > float_infinity(t) ? float_infinity(t) : hi;
        if (w.segs[i].lo <= hi)
            vs_set_range(out, float_magnitude(w.segs[i].lo), float_magnitude(hi));
    }
    vs_set_flatten(&p->limits, out);
    return nan;
}
