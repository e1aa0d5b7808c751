/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Floating-point operators backwards, and widening.
 *
 * A result in [lo, hi] was some real number between the neighbours of lo and hi before it was rounded, in whichever
 * direction: operands are the inverse image of that interval. Source: Michel, Exact projection functions for
 * floating-point number constraints, AMAI 2002; coarser here, so that every rounding direction is covered.
 */
#include "runtime/values/float.h"

#include <math.h>

/* Whether an element of v lies in lo .. hi. */
static bool touches(const struct view *v, wide lo, wide hi)
{
    for (size_t i = 0; i < v->count; i++)
        if (v->segs[i].lo <= hi && v->segs[i].hi >= lo)
            return true;
    return false;
}

static bool has_nan(struct vs_type t, const struct view *v)
{
    return vs_view_has(v, float_nan(t));
}

/* The interval of real numbers that may have been rounded to one of s, by ordinals; around a zero both zeros. False: s
 * is NaN alone. */
static bool before_rounding(struct vs_type t, const struct seg *s, struct seg *out)
{
    wide inf = float_infinity(t), hi = s->hi > inf ? inf : s->hi;
    if (s->lo > hi)
        return false;
    *out = seg_of(s->lo == 0 ? -2 : s->lo - 1, hi == -1 ? 1 : hi + 1);
    out->lo = out->lo < -inf - 1 ? -inf - 1 : out->lo;
    out->hi = out->hi > inf ? inf : out->hi;
    return true;
}

/* ---- conversions ------------------------------------------------------------------------------------------------- */

/* Integers whose floating-point value may be in r. */
static void back_from_int(struct vs_pool *p, struct vs_type result, vs r, vs *a, struct vs_type ta)
{
    struct view v;
    struct set keep = {0};
    struct seg real;
    vs_view_of(p, result, r, &v);
    for (size_t i = 0; i < v.count; i++) {
        if (!before_rounding(result, &v.segs[i], &real))
            continue;
        long double lo = ceill(vs_float_number(result, real.lo)), hi = floorl(vs_float_number(result, real.hi));
        if (lo < 0x1p100L && hi > -0x1p100L)
            vs_set_range(&keep, lo > -0x1p100L ? (wide)lo : type_min(ta), hi < 0x1p100L ? (wide)hi : type_max(ta));
    }
    vs_narrow_set(p, ta, a, &keep);
}

/* Numbers whose integral part is in r, and those that may give anything. */
static void back_to_int(struct vs_pool *p, struct vs_type result, vs r, vs *a, struct vs_type ta)
{
    struct view v;
    struct set keep = {0};
    vs_view_of(p, result, r, &v);
    for (size_t i = 0; i < v.count; i++) {
        wide lo = v.segs[i].lo, hi = v.segs[i].hi;
        vs_set_range(&keep, vs_float_rounded(ta, (long double)(lo > 0 ? lo : lo - 1), FE_DOWNWARD),
                     vs_float_rounded(ta, (long double)(hi < 0 ? hi : hi + 1), FE_UPWARD));
    }
    vs_set_range(&keep, type_min(ta), vs_float_rounded(ta, (long double)(type_min(result) - 1), FE_UPWARD));
    vs_set_range(&keep, vs_float_rounded(ta, (long double)(type_max(result) + 1), FE_DOWNWARD), type_max(ta));
    vs_narrow_set(p, ta, a, &keep);
}

static void back_to_float(struct vs_pool *p, struct vs_type result, vs r, vs *a, struct vs_type ta)
{
    struct view v;
    struct set keep = {0};
    struct seg real;
    vs_view_of(p, result, r, &v);
    if (has_nan(result, &v))
        vs_set_range(&keep, float_nan(ta), float_nan(ta));
    for (size_t i = 0; i < v.count; i++)
        if (before_rounding(result, &v.segs[i], &real))
            vs_set_range(&keep, vs_float_rounded(ta, vs_float_number(result, real.lo), FE_DOWNWARD),
                         vs_float_rounded(ta, vs_float_number(result, real.hi), FE_UPWARD));
    vs_narrow_set(p, ta, a, &keep);
}

/* Which truth values r holds. */
static void truth_in(const struct vs_pool *p, struct vs_type result, vs r, bool *no, bool *yes)
{
    struct view v;
    *no = *yes = true;
    if (!is_int(result))
        return;
    vs_view_of(p, result, r, &v);
    *no = vs_view_has(&v, 0);
    *yes = vs_view_has(&v, wrap(result, 1));
}

void vs_float_back_unary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs r, vs *a, struct vs_type ta)
{
    bool no, yes;
    if (!is_number(result) || !is_number(ta))
        return;
    if (op == VS_CONVERT && is_int(ta)) {
        back_from_int(p, result, r, a, ta);
    } else if (op == VS_CONVERT && is_int(result)) {
        back_to_int(p, result, r, a, ta);
    } else if (op == VS_CONVERT) {
        back_to_float(p, result, r, a, ta);
    } else if (op == VS_LOGNOT) {
        truth_in(p, result, r, &no, &yes);
        vs zeros = vs_float_zeros(p, ta);
        if (!no && !yes)
            *a = VS_BOTTOM;
        else if (no != yes)
            vs_narrow(p, ta, a, yes ? zeros : vs_complement(p, ta, zeros));
    } else if (same_type(result, ta) && op == VS_NEG) {
        vs_narrow(p, ta, a, vs_unary(p, VS_NEG, ta, r, ta));
    } else if (same_type(result, ta) && op == VS_ABS) {
        struct set positive = {0};
        vs_set_range(&positive, 0, type_max(ta));
        vs_narrow_set(p, ta, &r, &positive);
        vs_narrow(p, ta, a, vs_join(p, ta, r, vs_unary(p, VS_NEG, ta, r, ta)));
    }
}

/* ---- comparisons ------------------------------------------------------------------------------------------------- */

/* Keeps the numbers with magnitudes lo .. hi, and NaN or not. */
static void keep_between(struct vs_pool *p, struct vs_type t, vs *v, wide lo, wide hi, bool nan)
{
    struct set keep = {0};
    wide inf = float_infinity(t);
    lo = float_least(lo);
    hi = float_greatest(hi);
    vs_set_range(&keep, lo < type_min(t) ? type_min(t) : lo, hi > inf ? inf : hi);
    if (nan)
        vs_set_range(&keep, inf + 1, inf + 1);
    vs_narrow_set(p, t, v, &keep);
}

/* a < b (slack 0) or a <= b (slack 1) is true, or false. */
static void back_less(struct vs_pool *p, struct vs_type t, vs *a, vs *b, int slack, bool value)
{
    struct set sa, sb;
    bool nan_a = vs_float_magnitudes(p, t, *a, &sa), nan_b = vs_float_magnitudes(p, t, *b, &sb);
    wide first = type_min(t), last = type_max(t);
    wide least_a = sa.count ? sa.items[0].lo : last, most_a = sa.count ? sa.items[sa.count - 1].hi : first;
    wide least_b = sb.count ? sb.items[0].lo : last, most_b = sb.count ? sb.items[sb.count - 1].hi : first;
    if (value) {
        keep_between(p, t, a, first, most_b - 1 + slack, false);
        keep_between(p, t, b, least_a + 1 - slack, last, false);
    } else { /* or NaN is among them */
        if (!nan_b)
            keep_between(p, t, a, least_b + slack, last, true);
        if (!nan_a)
            keep_between(p, t, b, first, most_a - slack, true);
    }
    vec_free(&sa);
    vec_free(&sb);
}

/* *v equals one of the numbers of `with`, or is not the only one. */
static void keep_equal(struct vs_pool *p, struct vs_type t, vs *v, const struct set *with, bool nan, bool equal)
{
    struct set keep = {0};
    if (!equal && (nan || with->count != 1 || with->items[0].lo != with->items[0].hi))
        return;
    for (size_t i = 0; i < with->count; i++)
        vs_set_range(&keep, float_least(with->items[i].lo), float_greatest(with->items[i].hi));
    vs numbers = vs_set_finish(p, t, &keep);
    vs_narrow(p, t, v, equal ? numbers : vs_complement(p, t, numbers));
}

static void back_equal(struct vs_pool *p, struct vs_type t, vs *a, vs *b, bool equal)
{
    struct set sa, sb;
    bool nan_a = vs_float_magnitudes(p, t, *a, &sa), nan_b = vs_float_magnitudes(p, t, *b, &sb);
    keep_equal(p, t, a, &sb, nan_b, equal);
    keep_equal(p, t, b, &sa, nan_a, equal);
    vec_free(&sa);
    vec_free(&sb);
}

static void back_unordered(struct vs_pool *p, struct vs_type t, vs *a, vs *b, bool value)
{
    vs nan = vs_constant(p, float_nan(t)), numbers = vs_complement(p, t, nan);
    bool nan_a = !vs_leq(p, t, *a, numbers), nan_b = !vs_leq(p, t, *b, numbers);
    if (!value || !nan_b)
        vs_narrow(p, t, a, value ? nan : numbers);
    if (!value || !nan_a)
        vs_narrow(p, t, b, value ? nan : numbers);
}

static void back_comparison_of(struct vs_pool *p, enum vs_op op, struct vs_type t, vs *a, vs *b, bool value)
{
    switch ((int)op) {
    case VS_EQ:
    case VS_NE:
        back_equal(p, t, a, b, (op == VS_EQ) == value);
        break;
    case VS_LT:
    case VS_LE:
        back_less(p, t, a, b, op == VS_LE, value);
        break;
    case VS_GT:
    case VS_GE:
        back_less(p, t, b, a, op == VS_GE, value);
        break;
    case VS_UNORDERED:
        back_unordered(p, t, a, b, value);
        break;
    default:
        break;
    }
}

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */

/* Adds the hull of the numbers of a set, which is released. */
static void add_hull(struct vs_type t, struct set *part, struct set *out)
{
    wide inf = float_infinity(t), lo = inf + 1, hi = -inf - 2;
    for (size_t i = 0; i < part->count; i++) {
        const struct seg *s = &part->items[i];
        if (s->lo <= inf) {
            lo = s->lo < lo ? s->lo : lo;
            hi = s->hi > hi ? s->hi : hi;
        }
    }
    vs_set_range(out, lo, hi);
    vec_free(part);
}

/* The finite numbers of s (without the zeros where `nonzero`) on one side of zero. */
static bool finite_part(struct vs_type t, const struct seg *s, bool negative, bool nonzero, struct seg *out)
{
    wide inf = float_infinity(t), skip = nonzero;
    wide lo = negative ? -inf : skip, hi = negative ? -1 - skip : inf - 1;
    *out = seg_of(s->lo > lo ? s->lo : lo, s->hi < hi ? s->hi : hi);
    return out->lo <= out->hi;
}

/* Narrows *u to what `inverse` of r and the known operand gives (with `swapped` of the known operand and r).
 * Infinities, NaN and zero factors of the known operand say nothing about *u where r has such values too; otherwise
 * they cannot have been. */
static void invert(struct vs_pool *p, enum vs_op inverse, struct vs_type t, vs r, vs known, bool swapped, vs *u)
{
    struct view vr, vk;
    struct set keep = {0};
    struct seg real, part;
    wide inf = float_infinity(t);
    bool factor = inverse == VS_MUL || inverse == VS_DIV;
    vs_view_of(p, t, r, &vr);
    vs_view_of(p, t, known, &vk);
    bool special = touches(&vk, inf, inf + 1) || touches(&vk, -inf - 1, -inf - 1) || (factor && touches(&vk, -1, 0));
    if (special && (touches(&vr, inf, inf + 1) || touches(&vr, -inf - 1, -inf - 1) || touches(&vr, -1, 0)))
        return;
    if (has_nan(t, &vr))
        vs_set_range(&keep, inf + 1, inf + 1);
    for (size_t i = 0; i < vr.count; i++)
        for (size_t j = 0; before_rounding(t, &vr.segs[i], &real) && j < 2 * vk.count; j++) {
            struct set image = {0};
            if (!finite_part(t, &vk.segs[j / 2], j & 1, factor, &part))
                continue;
            if (swapped)
                vs_float_image(p, inverse, t, &part, &real, &image);
            else
                vs_float_image(p, inverse, t, &real, &part, &image);
            add_hull(t, &image, &keep);
        }
    vs_narrow_set(p, t, u, &keep);
}

/* Of each operand those segments that with some of the other's give something in r. */
static void try_segments(struct vs_pool *p, enum vs_op op, struct vs_type t, vs r, vs *a, vs *b)
{
    struct view va, vb, vr;
    struct set keep_a = {0}, keep_b = {0};
    vs_view_of(p, t, *a, &va);
    vs_view_of(p, t, *b, &vb);
    vs_view_of(p, t, r, &vr);
    for (size_t i = 0; i < va.count; i++)
        for (size_t j = 0; j < vb.count; j++) {
            struct set image = {0};
            bool hit = false;
            vs_float_image(p, op, t, &va.segs[i], &vb.segs[j], &image);
            for (size_t k = 0; k < image.count && !hit; k++)
                hit = touches(&vr, image.items[k].lo, image.items[k].hi);
            vec_free(&image);
            if (hit) {
                vs_set_segs(&keep_a, &va.segs[i], 1);
                vs_set_segs(&keep_b, &vb.segs[j], 1);
            }
        }
    vs_narrow_set(p, t, a, &keep_a);
    vs_narrow_set(p, t, b, &keep_b);
}

static void back_arithmetic(struct vs_pool *p, enum vs_op op, struct vs_type t, vs r, vs *a, vs *b)
{
    struct view va, vb;
    vs known_a, known_b;
    vs_view_of(p, t, *a, &va);
    vs_view_of(p, t, *b, &vb);
    if (va.count * vb.count <= 256)
        try_segments(p, op, t, r, a, b);
    if (*a == VS_BOTTOM || *b == VS_BOTTOM)
        return;
    known_a = *a;
    known_b = *b;
    invert(p, op == VS_ADD ? VS_SUB : op == VS_SUB ? VS_ADD : op == VS_MUL ? VS_DIV : VS_MUL, t, r, known_b, false, a);
    invert(p, op == VS_ADD || op == VS_SUB ? VS_SUB : VS_DIV, t, r, known_a, op == VS_SUB || op == VS_DIV, b);
}

void vs_float_back_binary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs r, vs *a, struct vs_type ta,
                          vs *b, struct vs_type tb)
{
    bool no, yes;
    if (!is_float(ta) || !same_type(ta, tb))
        return;
    if (vs_is_comparison(op)) {
        truth_in(p, result, r, &no, &yes);
        if (!no && !yes)
            *a = *b = VS_BOTTOM;
        else if (no != yes)
            back_comparison_of(p, op, ta, a, b, yes);
    } else if (same_type(result, ta) && (op == VS_ADD || op == VS_SUB || op == VS_MUL || op == VS_DIV)) {
        if (r != VS_TOP)
            back_arithmetic(p, op, ta, r, a, b);
    }
}

/* ---- widening ---------------------------------------------------------------------------------------------------- */

/* One interval, and NaN. A side that grew goes to the next of 1, 0, -0, -1, the greatest finite number, infinity. */
vs vs_float_widen(struct vs_pool *p, struct vs_type t, vs before, vs both)
{
    struct view old, now;
    struct set s = {0};
    if (!is_float(t))
        return VS_TOP;
    wide inf = float_infinity(t), one = vs_float_rounded(t, 1, FE_TONEAREST);
    const wide steps[] = {-inf - 1, -inf, -one - 1, -1, 0, one, inf - 1, inf};
    int low = 7, high = 0;
    vs_view_of(p, t, before, &old);
    vs_view_of(p, t, both, &now);
    vs numbers = vs_complement(p, t, vs_constant(p, float_nan(t)));
    if (has_nan(t, &now))
        vs_set_range(&s, float_nan(t), float_nan(t));
    vs_view_of(p, t, vs_meet(p, t, before, numbers), &old);
    vs_view_of(p, t, vs_meet(p, t, both, numbers), &now);
    if (now.count) {
        wide lo = view_min(&now), hi = view_max(&now);
        while (steps[low] > lo)
            low--;
        while (steps[high] < hi)
            high++;
        bool fell = old.count && lo < view_min(&old), rose = old.count && hi > view_max(&old);
        vs_set_range(&s, fell ? steps[low] : lo, rose ? steps[high] : hi);
    }
    return vs_set_finish(p, t, &s);
}
