/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Backward operators: given where the result lies, which operands remain. Few pairs are tried one by one. Otherwise
 * sums, min, max, comparisons (back_compare.c) and operators with one operand are inverted on whole sets, and the
 * others for each value of an operand that has few (preimage.c). Everything meets what was known before and never
 * leaves it.
 */
#include "runtime/values/back.h"

enum { FEW = 16 }; /* values of an operand that are inverted one by one */

struct backward {
    struct vs_pool *p;
    enum vs_op op;
    struct vs_type t; /* of the result and the operands (shifts: of the left one) */
    struct vs_type tb;
    vs r, a, b;
};

/* ---- trying all pairs -------------------------------------------------------------------------------------------- */

static void try_pairs(struct backward *w, struct vs_type ta)
{
    struct view va, vb, vr;
    vs_view_of(w->p, ta, w->a, &va);
    vs_view_of(w->p, w->tb, w->b, &vb);
    vs_view_of(w->p, w->t, w->r, &vr);
    size_t na = (size_t)vs_view_count(&va), nb = (size_t)vs_view_count(&vb);
    wide *x = base_mem_alloc((na + nb) * sizeof *x), *y = x + na, out;
    struct set keep_a = {0}, keep_b = {0};
    bool *of_b = base_mem_zalloc(nb);
    vs_view_values(&va, x);
    vs_view_values(&vb, y);
    for (size_t i = 0; i < na; i++) {
        bool of_a = false;
        for (size_t j = 0; j < nb; j++) {
            if (of_a && of_b[j])
                continue;
            enum concrete c = vs_concrete(w->op, w->t, x[i], y[j], &out);
            if (c == C_ANY || (c == C_VALUE && vs_view_has(&vr, out)))
                of_a = of_b[j] = true;
        }
        if (of_a)
            vs_set_range(&keep_a, x[i], x[i]);
    }
    for (size_t j = 0; j < nb; j++)
        if (of_b[j])
            vs_set_range(&keep_b, y[j], y[j]);
    free(x);
    free(of_b);
    vs_narrow_set(w->p, ta, &w->a, &keep_a);
    vs_narrow_set(w->p, w->tb, &w->b, &keep_b);
}

static bool few_pairs(const struct vs_pool *p, const struct view *a, const struct view *b)
{
    uint64_t most = p->limits.enumerate, na = vs_view_count(a), nb = vs_view_count(b);
    return na <= most && nb <= most && na * nb <= most;
}

/* ---- whole sets -------------------------------------------------------------------------------------------------- */

static void back_sum(struct backward *w)
{
    vs a = w->a, b = w->b;
    struct vs_pool *p = w->p;
    struct vs_type t = w->t;
    if (w->op == VS_ADD) {
        vs_narrow(p, t, &w->a, vs_binary(p, VS_SUB, t, w->r, t, b, t));
        vs_narrow(p, t, &w->b, vs_binary(p, VS_SUB, t, w->r, t, a, t));
    } else if (w->op == VS_SUB) {
        vs_narrow(p, t, &w->a, vs_binary(p, VS_ADD, t, w->r, t, b, t));
        vs_narrow(p, t, &w->b, vs_binary(p, VS_SUB, t, a, t, w->r, t));
    } else {
        vs_narrow(p, t, &w->a, vs_binary(p, VS_XOR, t, w->r, t, b, t));
        vs_narrow(p, t, &w->b, vs_binary(p, VS_XOR, t, w->r, t, a, t));
    }
}

/* min(x, y) in r: x is in r and some y is not below it, or some y of r is not above it. max is the mirror image. */
static vs back_extreme(struct vs_pool *p, struct vs_type t, bool is_min, vs r, vs x, vs y)
{
    struct view vy, vr;
    struct set keep = {0};
    vs common = vs_meet(p, t, y, r);
    vs_view_of(p, t, y, &vy);
    vs_view_of(p, t, r, &vr);
    struct seg side = is_min ? seg_of(type_min(t), view_max(&vy)) : seg_of(view_min(&vy), type_max(t));
    vs_segs_meet(&p->limits, vr.segs, vr.count, &side, 1, &keep);
    if (common != VS_BOTTOM) {
        vs_view_of(p, t, common, &vy);
        vs_set_range(&keep, is_min ? view_min(&vy) : type_min(t), is_min ? type_max(t) : view_max(&vy));
    }
    vs_narrow_set(p, t, &x, &keep);
    return x;
}

/* Bits that the result fixes: 1 in a & b means 1 in both, 0 in a | b means 0 in both; and what then follows for the
 * other. */
static void back_bits(struct backward *w)
{
    struct view v;
    uint64_t rv, rf, av, af, bv, bf;
    struct vs_pool *p = w->p;
    vs_view_of(p, w->t, w->r, &v);
    vs_view_bits(w->t, &v, &rv, &rf);
    vs_view_of(p, w->t, w->a, &v);
    vs_view_bits(w->t, &v, &av, &af);
    vs_view_of(p, w->t, w->b, &v);
    vs_view_bits(w->t, &v, &bv, &bf);
    for (int i = 0; i < 2; i++) {
        uint64_t ov = i ? av : bv, of = i ? af : bf, ones, zeros;
        if (w->op == VS_AND) {
            ones = rv & ~rf;
            zeros = ~rv & ~rf & ov & ~of;
        } else {
            zeros = ~rv & ~rf;
            ones = rv & ~rf & ~ov & ~of;
        }
        if (!(ones | zeros))
            continue;
        struct image im = {.t = w->t, .limits = &p->limits, .low64 = UINT64_MAX};
        vs_image_bits(&im, ones, ~(ones | zeros));
        vs_narrow_set(p, w->t, i ? &w->b : &w->a, &im.set);
    }
}

/* A product that cannot wrap: each operand is the result divided by the other. */
static void back_product(struct backward *w)
{
    struct view va, vb;
    struct vs_pool *p = w->p;
    struct vs_type t = w->t;
    vs_view_of(p, t, w->a, &va);
    vs_view_of(p, t, w->b, &vb);
    wide x[2] = {view_min(&va), view_max(&va)}, y[2] = {view_min(&vb), view_max(&vb)}, c;
    for (int i = 0; i < 4; i++)
        if (__builtin_mul_overflow(x[i / 2], y[i % 2], &c) || c < type_min(t) || c > type_max(t))
            return;
    bool zero = vs_contains(p, t, w->r, 0);
    vs a = w->a, b = w->b, nonzero = vs_minus(p, t, VS_TOP, vs_small(0));
    if (!zero) {
        vs_narrow(p, t, &w->a, nonzero);
        vs_narrow(p, t, &w->b, nonzero);
    }
    if (!zero || !vs_contains(p, t, b, 0))
        vs_narrow(p, t, &w->a, vs_binary(p, VS_DIV, t, w->r, t, b, t));
    if (!zero || !vs_contains(p, t, a, 0))
        vs_narrow(p, t, &w->b, vs_binary(p, VS_DIV, t, w->r, t, a, t));
}

/* x / y in r for any y of b: x = q * y + a remainder smaller than y. x % y in r: x has its sign and is not nearer to
 * zero. */
static void back_division(struct backward *w)
{
    struct view vr, vb;
    struct vs_pool *p = w->p;
    struct vs_type t = w->t;
    vs_view_of(p, t, w->r, &vr);
    vs_view_of(p, t, w->b, &vb);
    wide r[2] = {view_min(&vr), view_max(&vr)}, y[2] = {view_min(&vb), view_max(&vb)}, lo = 0, hi = 0, c;
    if (w->op == VS_MOD) {
        if (r[0] > 0) {
            vs_narrow_range(p, t, &w->a, r[0], type_max(t));
        } else if (r[1] < 0) {
            vs_narrow_range(p, t, &w->a, type_min(t), r[1]);
        }
        wide least = r[0] > 0 ? r[0] : r[1] < 0 ? -r[1] : 0; /* the divisor is farther from zero than the remainder */
        struct set far = {0};
        vs_set_range(&far, type_min(t), -least - 1);
        vs_set_range(&far, least + 1, type_max(t));
        vs_narrow_set(p, t, &w->b, &far);
        return;
    }
    if (w->op == VS_FLOORMOD)
        return;
    for (int i = 0; i < 4; i++) {
        if (__builtin_mul_overflow(r[i / 2], y[i % 2], &c))
            return;
        lo = !i || c < lo ? c : lo;
        hi = !i || c > hi ? c : hi;
    }
    wide rest = (y[1] > -y[0] ? y[1] : -y[0]) - 1;
    if (rest < 0)
        rest = 0;
    if (!__builtin_sub_overflow(lo, rest, &lo) && !__builtin_add_overflow(hi, rest, &hi))
        vs_narrow_range(p, t, &w->a, lo, hi);
}

/* ---- one constant operand ---------------------------------------------------------------------------------------- */

static void preimage_of(const struct backward *w, wide c, struct preimage *q)
{
    q->c = c;
    switch ((int)w->op) {
    case VS_MUL:
        vs_preimage_mul(q);
        break;
    case VS_SHL:
        if (c < 0 || c >= w->t.bits) {
            vs_set_range(q->out, q->lo, q->hi);
            break;
        }
        q->c = (wide)1 << (int)c;
        vs_preimage_mul(q);
        break;
    case VS_SHR:
        vs_preimage_shr(q);
        break;
    case VS_MOD:
    case VS_FLOORMOD:
        vs_preimage_remainder(q, w->op);
        break;
    case VS_AND:
        vs_preimage_and(q);
        break;
    case VS_OR:
        vs_preimage_or(q);
        break;
    default:
        vs_preimage_divided(q, w->op);
    }
}

static bool has_preimage(enum vs_op op)
{
    return op == VS_MUL || op == VS_SHL || op == VS_SHR || op == VS_AND || op == VS_OR || vs_is_division(op);
}

/* Narrows *x, the operand on the left, by the few values of y on the right. */
static void back_by_values(const struct backward *w, vs *x, vs y, struct vs_type ty)
{
    wide values[FEW];
    struct view vx, vy, vr;
    struct set out = {0};
    vs_view_of(w->p, ty, y, &vy);
    size_t n = (size_t)vs_view_count(&vy);
    vs_view_values(&vy, values);
    vs_view_of(w->p, w->t, *x, &vx);
    vs_view_of(w->p, w->t, w->r, &vr);
    struct preimage q = {&w->p->limits, w->t, &vr, view_min(&vx), view_max(&vx), 0, &out};
    for (size_t i = 0; i < n; i++)
        preimage_of(w, values[i], &q);
    vs_narrow_set(w->p, w->t, x, &out);
}

/* Of the few values on one side, those that with the whole other side can give something in r. */
static vs possible(const struct backward *w, bool right, vs few, vs other)
{
    wide values[FEW];
    struct view v;
    struct vs_type tf = right ? w->tb : w->t, to = right ? w->t : w->tb;
    struct set keep = {0};
    vs_view_of(w->p, tf, few, &v);
    size_t n = (size_t)vs_view_count(&v);
    vs_view_values(&v, values);
    for (size_t i = 0; i < n; i++) {
        vs c = vs_constant(w->p, values[i]);
        vs image =
            right ? vs_binary(w->p, w->op, w->t, other, to, c, tf) : vs_binary(w->p, w->op, w->t, c, tf, other, to);
        if (vs_meet(w->p, w->t, image, w->r) != VS_BOTTOM)
            vs_set_range(&keep, values[i], values[i]);
    }
    vs_narrow_set(w->p, tf, &few, &keep);
    return few;
}

static bool has_few(struct vs_pool *p, struct vs_type t, vs v)
{
    return v != VS_BOTTOM && vs_count(p, t, v) <= FEW;
}

static void back_rules(struct backward *w)
{
    enum vs_op op = w->op;
    struct vs_pool *p = w->p;
    vs a = w->a, b = w->b;
    bool commutes = op == VS_MUL || op == VS_AND || op == VS_OR;
    if (op == VS_ADD || op == VS_SUB || op == VS_XOR) {
        back_sum(w);
        return;
    }
    vs_narrow(p, w->t, &w->r, vs_binary(p, op, w->t, a, w->t, b, w->tb)); /* "not 0" under & 4 is 4 */
    if (w->r == VS_BOTTOM) {
        w->a = w->b = VS_BOTTOM;
        return;
    }
    if (op == VS_MIN || op == VS_MAX) {
        w->a = back_extreme(p, w->t, op == VS_MIN, w->r, a, b);
        w->b = back_extreme(p, w->t, op == VS_MIN, w->r, b, a);
        return;
    }
    if (op == VS_AND || op == VS_OR)
        back_bits(w);
    if (op == VS_MUL)
        back_product(w);
    if (vs_is_division(op))
        back_division(w);
    if ((op == VS_ROTL || op == VS_ROTR) && has_few(p, w->tb, b))
        vs_narrow(p, w->t, &w->a, vs_binary(p, op == VS_ROTL ? VS_ROTR : VS_ROTL, w->t, w->r, w->t, b, w->tb));
    if (has_preimage(op) && has_few(p, w->tb, b))
        back_by_values(w, &w->a, b, w->tb);
    if (commutes && has_few(p, w->t, a))
        back_by_values(w, &w->b, a, w->t);
    if (has_few(p, w->tb, w->b))
        w->b = possible(w, true, w->b, a);
    if (has_few(p, w->t, w->a))
        w->a = possible(w, false, w->a, b);
}

/* ---- the two doors ----------------------------------------------------------------------------------------------- */

/* A comparison that is known to be true or false. */
static void back_truth(struct backward *w, struct vs_type ta)
{
    struct view va, vb, vr;
    vs_view_of(w->p, ta, w->a, &va);
    vs_view_of(w->p, w->tb, w->b, &vb);
    vs_view_of(w->p, w->t, w->r, &vr);
    bool no = vs_view_has(&vr, 0), yes = vs_view_has(&vr, wrap(w->t, 1));
    if ((!vs_view_plain(&va) || !vs_view_plain(&vb)) && few_pairs(w->p, &va, &vb))
        try_pairs(w, ta);
    else if (!no && !yes)
        w->a = w->b = VS_BOTTOM;
    else if (no != yes)
        vs_back_comparison(w->p, w->op, yes, ta, &w->a, w->tb, &w->b);
}

/* An operand of another type was converted to the operator's: what remains of it is converted back. */
static void unconvert(struct vs_pool *p, struct vs_type to, vs *converted, vs before, struct vs_type from)
{
    vs x = *converted;
    if (same_type(to, from))
        return;
    *converted = before;
    vs_back_unary(p, VS_CONVERT, to, x, converted, from);
}

static void back_numbers(struct backward *w, struct vs_type ta)
{
    struct vs_pool *p = w->p;
    struct view va, vb, vr;
    struct vs_type tb = w->tb;
    vs a = w->a, b = w->b;
    w->a = vs_unary(p, VS_CONVERT, w->t, a, ta);
    if (!vs_is_shift(w->op)) {
        w->b = vs_unary(p, VS_CONVERT, w->t, b, tb);
        w->tb = w->t;
    }
    vs_view_of(p, w->t, w->a, &va);
    vs_view_of(p, w->tb, w->b, &vb);
    vs_view_of(p, w->t, w->r, &vr);
    bool exact = (w->op == VS_ADD || w->op == VS_SUB) && vs_view_plain(&va) && vs_view_plain(&vb) && vs_view_plain(&vr);
    bool can_invert = !is_unbounded(w->t) || vs_unbounded_is_inverted(w->op);
    if (!exact && few_pairs(p, &va, &vb))
        try_pairs(w, w->t);
    else if (can_invert && (w->r != VS_TOP || vs_is_division(w->op)))
        back_rules(w);
    unconvert(p, w->t, &w->a, a, ta);
    unconvert(p, w->tb, &w->b, b, tb);
}

void vs_back_binary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs r, vs *a, struct vs_type ta, vs *b,
                    struct vs_type tb)
{
    struct backward w = {p, op, result, tb, plain(p, r), plain(p, *a), plain(p, *b)};
    r = w.r;
    *a = w.a, *b = w.b;
    if (r == VS_BOTTOM || *a == VS_BOTTOM || *b == VS_BOTTOM) {
        w.a = w.b = VS_BOTTOM;
    } else if (result.kind == VS_PTR || ta.kind == VS_PTR || tb.kind == VS_PTR) {
        vs_pointer_back_binary(p, op, result, r, &w.a, ta, &w.b, tb);
    } else if (!is_int(result) || !is_int(ta) || !is_int(tb)) {
        vs_float_back_binary(p, op, result, r, &w.a, ta, &w.b, tb);
    } else if (vs_is_small(*a) && vs_is_small(*b)) {
        vs v = vs_binary(p, op, result, *a, ta, *b, tb);
        if (v != VS_TOP && vs_meet(p, result, v, r) == VS_BOTTOM)
            w.a = VS_BOTTOM;
    } else if (vs_is_comparison(op)) {
        back_truth(&w, ta);
    } else {
        back_numbers(&w, ta);
    }
    bool none = w.a == VS_BOTTOM || w.b == VS_BOTTOM;
    *a = none ? VS_BOTTOM : w.a;
    *b = none ? VS_BOTTOM : w.b;
}

static void back_convert(struct vs_pool *p, struct vs_type result, vs r, vs *a, struct vs_type ta)
{
    if (is_unbounded(result) || is_unbounded(ta)) {
        if (is_unbounded(result) && is_unbounded(ta) && vs_unbounded_fits(p, result, *a, ta))
            vs_narrow(p, ta, a, r);
        return;
    }
    if (result.bits >= ta.bits) { /* one to one */
        vs image = vs_unary(p, VS_CONVERT, result, VS_TOP, ta);
        vs_narrow(p, ta, a, vs_unary(p, VS_CONVERT, ta, vs_meet(p, result, r, image), result));
        return;
    }
    struct view va, vr;
    struct set out = {0};
    vs_view_of(p, ta, *a, &va);
    vs_view_of(p, result, r, &vr);
    struct preimage q = {&p->limits, ta, &vr, view_min(&va), view_max(&va), 0, &out};
    vs_preimage_congruent(&q, (wide)1 << result.bits);
    vs_narrow_set(p, ta, a, &out);
}

void vs_back_unary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs r, vs *a, struct vs_type ta)
{
    r = plain(p, r);
    *a = plain(p, *a);
    if (r == VS_BOTTOM || *a == VS_BOTTOM) {
        *a = VS_BOTTOM;
        return;
    }
    if (result.kind == VS_PTR || ta.kind == VS_PTR) {
        vs_pointer_back_unary(p, op, result, r, a, ta);
        return;
    }
    if (op == VS_CONVERT && is_int(result) != is_int(ta) && (is_unbounded(result) || is_unbounded(ta)))
        return;
    if (!is_int(result) || !is_int(ta)) {
        vs_float_back_unary(p, op, result, r, a, ta);
        return;
    }
    if (op == VS_LOGNOT) {
        bool no = vs_contains(p, result, r, 0), yes = vs_contains(p, result, r, to_raw(wrap(result, 1)));
        if (!no && !yes)
            *a = VS_BOTTOM;
        else if (no != yes)
            vs_want_truth(p, ta, a, no);
        return;
    }
    if (op == VS_CONVERT) {
        if (r != VS_TOP)
            back_convert(p, result, r, a, ta);
        return;
    }
    vs x = vs_unary(p, VS_CONVERT, result, *a, ta),
       mirror = vs_unary(p, op == VS_BITNOT ? VS_BITNOT : VS_NEG, result, r, result);
    if (op == VS_ABS && is_unbounded(result))
        return;
    if (op == VS_ABS) { /* minint is its own magnitude; other negative results come of nothing */
        struct view v;
        struct set possible_results = {0};
        vs_set_range(&possible_results, 0, type_max(result));
        if (result.is_signed)
            vs_set_range(&possible_results, type_min(result), type_min(result));
        vs_narrow_set(p, result, &r, &possible_results);
        vs_view_of(p, result, r, &v);
        mirror = result.is_signed ? vs_join(p, result, r, vs_unary(p, VS_NEG, result, r, result)) : r;
    }
    vs_narrow(p, result, &x, mirror);
    if (same_type(result, ta))
        *a = x;
    else
        vs_back_unary(p, VS_CONVERT, result, x, a, ta);
}
