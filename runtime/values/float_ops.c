/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Operators on sets of floating-point numbers, and conversions from and to integers.
 *
 * Two single numbers give what rounding to nearest gives, or the interval of what all directions give if the pool says
 * that the direction may change. Intervals are rounded outwards. Segments are cut into classes (infinite, finite, zero,
 * of either sign, NaN), within which + - * / are monotone in each operand. Source: Hickey, Ju, van Emden, Interval
 * arithmetic: from principles to implementation, JACM 48(5), 2001.
 */
#include "runtime/values/float.h"

#include <math.h>

enum { CLASSES = 7 };

/* The part of a segment in a class; false: none. */
static bool part_of(struct vs_type t, const struct seg *s, int class, struct seg *out)
{
    wide inf = float_infinity(t);
    const wide bounds[CLASSES + 1] = {-inf - 1, -inf, -1, 0, 1, inf, inf + 1, inf + 2};
    wide lo = bounds[class], hi = bounds[class + 1] - 1;
    *out = seg_of(s->lo > lo ? s->lo : lo, s->hi < hi ? s->hi : hi);
    return out->lo <= out->hi;
}

static void add_single(struct set *out, wide x)
{
    vs_set_range(out, x, x);
}

/* Of segments within one class each: an infinity or zero is alone in its class, so that all four corners are NaN or
 * none is. */
static void class_image(const struct vs_pool *p, enum vs_op op, struct vs_type t, const struct seg *a,
                        const struct seg *b, struct set *out)
{
    wide x[4], y[4], down[4], up[4];
    size_t n = 0;
    if (a->hi == float_nan(t) || b->hi == float_nan(t)) {
        add_single(out, float_nan(t));
        return;
    }
    for (int i = 0; i < (a->lo < a->hi ? 2 : 1); i++)
        for (int j = 0; j < (b->lo < b->hi ? 2 : 1); j++) {
            x[n] = i ? a->hi : a->lo;
            y[n++] = j ? b->hi : b->lo;
        }
    if (n == 1 && !p->any_rounding) {
        vs_float_compute(op, t, x, y, 1, FE_TONEAREST, up);
        add_single(out, up[0]);
        return;
    }
    vs_float_compute(op, t, x, y, n, FE_DOWNWARD, down);
    vs_float_compute(op, t, x, y, n, FE_UPWARD, up);
    for (size_t i = 1; i < n; i++) {
        down[0] = down[i] < down[0] ? down[i] : down[0];
        up[0] = up[i] > up[0] ? up[i] : up[0];
    }
    vs_set_range(out, down[0], up[0]);
}

void vs_float_image(const struct vs_pool *p, enum vs_op op, struct vs_type t, const struct seg *a, const struct seg *b,
                    struct set *out)
{
    struct seg x, y;
    for (int i = 0; i < CLASSES; i++)
        for (int j = 0; part_of(t, a, i, &x) && j < CLASSES; j++)
            if (part_of(t, b, j, &y))
                class_image(p, op, t, &x, &y, out);
}

/* ---- one operand ------------------------------------------------------------------------------------------------- */

/* Both ends rounded to the result's format; `lo` == `hi` may be a zero of either sign. */
static void add_rounded(const struct vs_pool *p, struct vs_type t, long double lo, long double hi, struct set *out)
{
    if (lo == hi && signbit(lo) == signbit(hi) && !p->any_rounding)
        add_single(out, vs_float_rounded(t, lo, FE_TONEAREST));
    else
        vs_set_range(out, vs_float_rounded(t, lo, FE_DOWNWARD), vs_float_rounded(t, hi, FE_UPWARD));
}

static vs from_int(struct vs_pool *p, struct vs_type result, vs a, struct vs_type ta)
{
    struct view v;
    struct set out = {0};
    vs_view_of(p, ta, a, &v);
    bool few = vs_view_count(&v) <= p->limits.segments;
    for (size_t i = 0; i < v.count; i++) {
        const struct seg *s = &v.segs[i];
        for (wide from = s->lo, x; few && vs_seg_first(s, from, &x); from = x + 1)
            add_rounded(p, result, (long double)x, (long double)x, &out);
        if (!few)
            add_rounded(p, result, (long double)s->lo, (long double)s->hi, &out);
    }
    return vs_set_finish(p, result, &out);
}

/* C leaves the conversion of a number whose integral part the type does not have undefined: it may give anything. */
static vs to_int(struct vs_pool *p, struct vs_type result, vs a, struct vs_type ta)
{
    struct view v;
    struct set out = {0};
    vs_view_of(p, ta, a, &v);
    for (size_t i = 0; i < v.count; i++) {
        long double lo = truncl(vs_float_number(ta, v.segs[i].lo)), hi = truncl(vs_float_number(ta, v.segs[i].hi));
        bool fits = lo > -0x1p100L && hi < 0x1p100L; /* false for NaN */
        if (!fits || (wide)lo < type_min(result) || (wide)hi > type_max(result)) {
            vec_free(&out);
            return VS_TOP;
        }
        vs_set_range(&out, (wide)lo, (wide)hi);
    }
    return vs_set_finish(p, result, &out);
}

static vs to_float(struct vs_pool *p, struct vs_type result, vs a, struct vs_type ta)
{
    struct view v;
    struct set out = {0};
    if (same_type(result, ta))
        return a;
    vs_view_of(p, ta, a, &v);
    for (size_t i = 0; i < v.count; i++) {
        wide lo = v.segs[i].lo, hi = v.segs[i].hi;
        if (hi == float_nan(ta)) {
            add_single(&out, float_nan(result));
            hi--;
        }
        if (lo <= hi)
            add_rounded(p, result, vs_float_number(ta, lo), vs_float_number(ta, hi), &out);
    }
    return vs_set_finish(p, result, &out);
}

/* -x, or |x|: NaN stays NaN. */
static vs with_sign(struct vs_pool *p, enum vs_op op, struct vs_type t, vs a)
{
    struct view v;
    struct set out = {0};
    vs_view_of(p, t, a, &v);
    for (size_t i = 0; i < v.count; i++) {
        wide lo = v.segs[i].lo, hi = v.segs[i].hi;
        if (hi == float_nan(t)) {
            add_single(&out, hi);
            hi--;
        }
        if (op == VS_ABS) {
            vs_set_range(&out, lo > 0 ? lo : 0, hi);
            hi = hi < -1 ? hi : -1;
        }
        vs_set_range(&out, -hi - 1, -lo - 1);
    }
    return vs_set_finish(p, t, &out);
}

/* Of numbers of any type. */
static void truth(const struct vs_pool *p, struct vs_type t, vs v, bool *no, bool *yes)
{
    struct view w;
    wide least = is_float(t) ? -1 : 0;
    *no = *yes = true;
    if (!is_number(t))
        return;
    vs_view_of(p, t, v, &w);
    *no = vs_view_has(&w, 0) || vs_view_has(&w, least);
    *yes = view_min(&w) < least || view_max(&w) > 0;
}

vs vs_float_unary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta)
{
    if (op == VS_LOGNOT) {
        bool no, yes;
        truth(p, ta, a, &no, &yes);
        return vs_truths(p, result, yes, no);
    }
    if (!is_number(result) || !is_number(ta))
        return VS_TOP;
    if (op != VS_CONVERT)
        a = vs_unary(p, VS_CONVERT, result, a, ta);
    switch ((int)op) {
    case VS_CONVERT:
        return is_int(ta)       ? from_int(p, result, a, ta)
               : is_int(result) ? to_int(p, result, a, ta)
                                : to_float(p, result, a, ta);
    case VS_NEG:
    case VS_ABS:
        return is_int(result) ? vs_unary(p, op, result, a, result) : with_sign(p, op, result, a);
    default:
        return VS_TOP;
    }
}

/* ---- two operands ------------------------------------------------------------------------------------------------ */

/* GCC makes MIN and MAX of floating-point numbers only where it need not care for NaN and the sign of zero: with these,
 * either operand may be the result. */
static void extreme(const struct vs_pool *p, enum vs_op op, struct vs_type t, const struct view *a,
                    const struct view *b, struct set *out)
{
    const struct view *of[2] = {a, b};
    bool nan = vs_view_has(a, float_nan(t)) || vs_view_has(b, float_nan(t));
    for (int i = 0; i < 2; i++) {
        const struct view *other = of[!i];
        wide bound = op == VS_MIN ? float_magnitude(view_max(other)) : float_magnitude(view_min(other));
        struct seg half =
            op == VS_MIN ? seg_of(type_min(t), float_greatest(bound)) : seg_of(float_least(bound), type_max(t));
        if (nan)
            half = seg_of(type_min(t), type_max(t));
        vs_segs_meet(&p->limits, of[i]->segs, of[i]->count, &half, 1, out);
    }
}

static vs compare(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, vs b, struct vs_type t)
{
    struct set sa, sb, both = {0};
    bool nan_a = vs_float_magnitudes(p, t, a, &sa), nan_b = vs_float_magnitudes(p, t, b, &sb);
    bool numbers = sa.count && sb.count, nan = nan_a || nan_b, no = nan, yes = false;
    if (op == VS_UNORDERED) {
        no = numbers;
        yes = nan;
    } else if (op == VS_NE) { /* true of NaN */
        no = false;
        yes = nan;
    }
    if (numbers && op != VS_UNORDERED) {
        wide la = sa.items[0].lo, ha = sa.items[sa.count - 1].hi, lb = sb.items[0].lo, hb = sb.items[sb.count - 1].hi;
        vs_segs_meet(&p->limits, sa.items, sa.count, sb.items, sb.count, &both);
        bool equal = both.count, unequal = la != ha || lb != hb || la != lb;
        yes |= op == VS_EQ   ? equal
               : op == VS_NE ? unequal
               : op == VS_LT ? la < hb
               : op == VS_LE ? la <= hb
               : op == VS_GT ? ha > lb
                             : ha >= lb;
        no |= op == VS_EQ   ? unequal
              : op == VS_NE ? equal
              : op == VS_LT ? ha >= lb
              : op == VS_LE ? ha > lb
              : op == VS_GT ? la <= hb
                            : la < hb;
    }
    vec_free(&sa);
    vec_free(&sb);
    vec_free(&both);
    return vs_truths(p, result, no, yes);
}

static vs comparison(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta, vs b,
                     struct vs_type tb)
{
    static const struct vs_type widest = {VS_FLOAT, 80, 1, VS_BOUNDED}; /* holds every number of the others */
    bool no_a, yes_a, no_b, yes_b;
    if (op == VS_LOGAND || op == VS_LOGOR) {
        truth(p, ta, a, &no_a, &yes_a);
        truth(p, tb, b, &no_b, &yes_b);
        return op == VS_LOGAND ? vs_truths(p, result, no_a || no_b, yes_a && yes_b)
                               : vs_truths(p, result, no_a && no_b, yes_a || yes_b);
    }
    if (!same_type(ta, tb)) {
        a = vs_unary(p, VS_CONVERT, widest, a, ta);
        b = vs_unary(p, VS_CONVERT, widest, b, tb);
        ta = widest;
    }
    return is_float(ta) ? compare(p, op, result, a, b, ta) : vs_truths(p, result, true, true);
}

vs vs_float_binary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta, vs b,
                   struct vs_type tb)
{
    struct view va, vb;
    struct set out = {0};
    if (vs_is_comparison(op))
        return comparison(p, op, result, a, ta, b, tb);
    if (!is_float(result) || !is_number(ta) || !is_number(tb))
        return VS_TOP;
    a = vs_unary(p, VS_CONVERT, result, a, ta);
    b = vs_unary(p, VS_CONVERT, result, b, tb);
    vs_view_of(p, result, a, &va);
    vs_view_of(p, result, b, &vb);
    if (op == VS_MIN || op == VS_MAX) {
        extreme(p, op, result, &va, &vb, &out);
        return vs_set_finish(p, result, &out);
    }
    if (op != VS_ADD && op != VS_SUB && op != VS_MUL && op != VS_DIV)
        return VS_TOP;
    for (size_t i = 0; i < va.count; i++)
        for (size_t j = 0; j < vb.count; j++)
            vs_float_image(p, op, result, &va.segs[i], &vb.segs[j], &out);
    return vs_set_finish(p, result, &out);
}
