/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Types without bounds: mathematical integers, for what papers say of programs. Sums, differences and products are
 * those of integers; bounds that 64 bits do not hold become infinite. A conversion to a type that has all values of the
 * operand's leaves them alone; any other one, of a value that the type does not have, may give anything, and so may
 * operators on bits, but for operands that are small or not negative.
 */
#include "runtime/values/private.h"

void vs_unbounded_clip(struct set *s)
{
    for (size_t i = 0; i < s->count; i++) {
        struct seg *g = &s->items[i];
        if (g->lo > g->hi)
            continue;
        g->lo = g->lo < -FINITE ? -INFINITY_AT : g->lo > FINITE ? FINITE : g->lo;
        g->hi = g->hi > FINITE ? INFINITY_AT : g->hi < -FINITE ? -FINITE : g->hi;
    }
}

static bool is_finite(const struct seg *s)
{
    return s->lo >= -FINITE && s->hi <= FINITE;
}

static wide larger(wide x, wide y)
{
    return x > y ? x : y;
}

static wide smaller(wide x, wide y)
{
    return x < y ? x : y;
}

/* The farthest from zero. */
static wide magnitude(const struct seg *s)
{
    return larger(-s->lo, s->hi);
}

static void add(struct image *im, wide lo, wide hi)
{
    vs_image_add(im, lo, hi, 1, 1);
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

static wide product(wide x, wide y)
{
    wide r;
    return !__builtin_mul_overflow(x, y, &r) ? r : (x < 0) != (y < 0) ? -INFINITY_AT : INFINITY_AT;
}

static void multiply(struct image *im, const struct seg *a, const struct seg *b)
{
    if (is_finite(a) && is_finite(b)) {
        vs_rule_mul(im, a, b);
        return;
    }
    wide corner[] = {product(a->lo, b->lo), product(a->lo, b->hi), product(a->hi, b->lo), product(a->hi, b->hi)};
    wide lo = corner[0], hi = corner[0];
    for (int i = 1; i < 4; i++) {
        lo = smaller(lo, corner[i]);
        hi = larger(hi, corner[i]);
    }
    add(im, lo, hi);
}

static void shift(struct image *im, enum vs_op op, const struct seg *a, const struct seg *b)
{
    if (b->lo < 0 || b->hi >= im->t.bits) {
        vs_image_all(im);
        return;
    }
    for (wide c = b->lo; c <= b->hi; c++) {
        struct seg power = seg_of((wide)1 << c, (wide)1 << c);
        if (op == VS_SHL)
            multiply(im, a, &power);
        else
            add(im, a->lo < -FINITE ? a->lo : a->lo >> c, a->hi > FINITE ? a->hi : a->hi >> c);
    }
}

/* ---- quotients, where an operand is infinite --------------------------------------------------------------------- */

static void divide(struct image *im, const struct seg *a, const struct seg *b)
{
    bool is_positive = a->lo >= 0 && b->lo >= 0;
    wide most = magnitude(a);
    add(im, is_positive ? 0 : -most, most);
}

static void remainder_of(struct image *im, const struct seg *a, const struct seg *b)
{
    wide most = larger(magnitude(b) - 1, 0);
    add(im, a->lo >= 0 ? 0 : larger(a->lo, -most), a->hi <= 0 ? 0 : smaller(a->hi, most));
}

/* ---- bits -------------------------------------------------------------------------------------------------------- */

static wide all_ones(wide x)
{
    wide r = 0;
    while (r < x && r < FINITE)
        r = r * 2 + 1;
    return r < x ? INFINITY_AT : r;
}

static void combine(struct image *im, enum vs_op op, const struct seg *a, const struct seg *b)
{
    if (op == VS_AND && (a->lo >= 0 || b->lo >= 0))
        add(im, 0, a->lo < 0 ? b->hi : b->lo < 0 ? a->hi : smaller(a->hi, b->hi));
    else if (op != VS_AND && a->lo >= 0 && b->lo >= 0)
        add(im, 0, all_ones(larger(a->hi, b->hi)));
    else
        vs_image_all(im);
}

/* ---- the doors --------------------------------------------------------------------------------------------------- */

void vs_unbounded_pair(struct image *im, enum vs_op op, const struct seg *a, const struct seg *b)
{
    static pair_rule *const finite[VS_OPS] = {
        [VS_DIV] = vs_rule_div,           [VS_EXACTDIV] = vs_rule_div,    [VS_MOD] = vs_rule_mod,
        [VS_FLOORDIV] = vs_rule_floordiv, [VS_CEILDIV] = vs_rule_ceildiv, [VS_FLOORMOD] = vs_rule_floormod};
    switch ((int)op) {
    case VS_ADD:
        vs_rule_add(im, a, b);
        break;
    case VS_SUB:
        vs_rule_sub(im, a, b);
        break;
    case VS_MUL:
        multiply(im, a, b);
        break;
    case VS_SHL:
    case VS_SHR:
        shift(im, op, a, b);
        break;
    case VS_AND:
    case VS_OR:
    case VS_XOR:
        combine(im, op, a, b);
        break;
    default:
        if (finite[op] && is_finite(a) && is_finite(b))
            finite[op](im, a, b);
        else if (op == VS_MOD)
            remainder_of(im, a, b);
        else if (finite[op] && op != VS_FLOORMOD)
            divide(im, a, b);
        else
            vs_image_all(im);
    }
}

/* The machine's type of the same name. */
static struct vs_type machine_type(struct vs_type t)
{
    return (struct vs_type){t.kind, t.bits, t.range != VS_UNBOUNDED_UNSIGNED, VS_BOUNDED};
}

static bool lies_in(const struct view *v, wide lo, wide hi)
{
    return !v->count || (view_min(v) >= lo && view_max(v) <= hi);
}

bool vs_unbounded_fits(const struct vs_pool *p, struct vs_type result, vs a, struct vs_type ta)
{
    struct vs_type to = machine_type(result), from = machine_type(ta);
    struct view v;
    if (type_min(to) <= type_min(from) && type_max(to) >= type_max(from))
        return true;
    vs_view_of(p, ta, a, &v);
    return lies_in(&v, type_min(to), smaller(type_max(to), FINITE));
}

vs vs_unbounded_convert(struct vs_pool *p, struct vs_type result, vs a, struct vs_type ta)
{
    struct set s = {0};
    struct view v;
    if (same_type(result, ta) || a == VS_BOTTOM)
        return a;
    if (result.kind == VS_FLOAT) { /* what 64 bits hold has the same set there */
        struct vs_type wide_type = {VS_INT, 64, 1, VS_BOUNDED};
        vs_view_of(p, ta, a, &v);
        return lies_in(&v, -FINITE, FINITE) ? vs_unary(p, VS_CONVERT, result, a, wide_type) : VS_TOP;
    }
    if (is_unbounded(result) && is_unbounded(ta))
        return vs_unbounded_fits(p, result, a, ta) ? a : VS_TOP;
    if (is_unbounded(result)) { /* the pattern that the machine has */
        if (a == VS_TOP && ta.bits > 1)
            return VS_TOP;
        struct vs_type machine = machine_type(result);
        vs_view_of(p, machine, vs_unary(p, VS_CONVERT, machine, a, ta), &v);
        vs_set_segs(&s, v.segs, v.count);
        return vs_set_finish(p, result, &s);
    }
    struct vs_type machine = machine_type(ta);
    vs_view_of(p, ta, a, &v);
    if (!lies_in(&v, type_min(machine), smaller(type_max(machine), FINITE)))
        return VS_TOP;
    struct image im = {.t = result, .limits = &p->limits, .low64 = UINT64_MAX};
    for (size_t i = 0; i < v.count; i++)
        vs_image_add(&im, v.segs[i].lo, v.segs[i].hi, v.segs[i].k, v.segs[i].mask);
    return vs_set_finish(p, result, &im.set);
}

bool vs_unbounded_is_inverted(enum vs_op op)
{
    return op == VS_ADD || op == VS_SUB || op == VS_MIN || op == VS_MAX;
}
