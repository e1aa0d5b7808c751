/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * vs_unary and vs_binary. Singletons are computed at once. For the rest, results are remembered, small sets are
 * enumerated, and large ones go through one rule for each pair of segments, whose images are joined. Rules are exact on
 * intervals where their file says so.
 */
#include "runtime/values/private.h"

static pair_rule *const pair_rules[VS_OPS] = {
    [VS_ADD] = vs_rule_add,
    [VS_SUB] = vs_rule_sub,
    [VS_MUL] = vs_rule_mul,
    [VS_DIV] = vs_rule_div,
    [VS_MOD] = vs_rule_mod,
    [VS_AND] = vs_rule_and,
    [VS_OR] = vs_rule_or,
    [VS_XOR] = vs_rule_xor,
    [VS_SHL] = vs_rule_shl,
    [VS_SHR] = vs_rule_shr,
    [VS_ROTL] = vs_rule_rotl,
    [VS_ROTR] = vs_rule_rotr,
    [VS_FLOORDIV] = vs_rule_floordiv,
    [VS_CEILDIV] = vs_rule_ceildiv,
    [VS_EXACTDIV] = vs_rule_div,
    [VS_FLOORMOD] = vs_rule_floormod,
};
static single_rule *const single_rules[VS_OPS] = {
    [VS_NEG] = vs_rule_neg,
    [VS_BITNOT] = vs_rule_bitnot,
    [VS_ABS] = vs_rule_abs,
    [VS_CONVERT] = vs_rule_convert,
};

/* ---- images ------------------------------------------------------------------------------------------------------ */

void vs_image_all(struct image *im)
{
    im->set.count = 0;
    vs_set_range(&im->set, type_min(im->t), type_max(im->t));
}

/* Number of the window of the type's size that x lies in; window 0 is the type itself. */
static wide window(struct vs_type t, wide x)
{
    return (x - type_min(t)) >> t.bits;
}

void vs_image_add(struct image *im, wide lo, wide hi, uint32_t k, uint64_t mask)
{
    enum { MOST_WINDOWS = 8 };
    wide size = (wide)1 << im->t.bits, first = window(im->t, lo), last = window(im->t, hi);
    if (lo > hi)
        return;
    if (is_unbounded(im->t)) {
        vs_set_add(&im->set, lo, hi, k, mask);
        return;
    }
    if (last - first < MOST_WINDOWS && (k > 1 || last - first <= 1)) {
        for (wide w = first; w <= last; w++) {
            wide min = type_min(im->t) + w * size, max = min + size - 1;
            vs_set_add(&im->set, (lo > min ? lo : min) - w * size, (hi < max ? hi : max) - w * size, k,
                       vs_mask_shift(mask, k, -w * size));
        }
        return;
    }
    uint32_t kept = (uint32_t)gcd_u64(k, im->t.bits >= 6 ? 64 : 1u << im->t.bits); /* what wrapping leaves of k */
    vs_set_add(&im->set, type_min(im->t), type_max(im->t), kept, vs_mask_change(mask, k, kept));
}

/* ---- enumeration ------------------------------------------------------------------------------------------------- */

/* Results of at most 8 bits are ticked off, others collected and sorted later. */
struct ticks {
    bool use, seen[256];
};

static void add_result(struct image *im, struct ticks *ticks, wide x)
{
    struct seg *last = im->set.count ? &im->set.items[im->set.count - 1] : NULL;
    if (ticks->use)
        ticks->seen[x - type_min(im->t)] = true;
    else if (last && last->hi + 1 == x)
        last->hi = x;
    else
        vs_set_range(&im->set, x, x);
}

static void add_ticked(struct image *im, const struct ticks *ticks)
{
    wide min = type_min(im->t);
    for (int i = 0, start; ticks->use && i < 256; i++)
        if (ticks->seen[i]) {
            for (start = i; i < 255 && ticks->seen[i + 1];)
                i++;
            vs_set_range(&im->set, min + start, min + i);
        }
}

/* Images of all pairs; false: some choice may give anything. */
static bool enumerate(struct image *im, enum vs_op op, const struct view *a, const struct view *b)
{
    size_t na = (size_t)vs_view_count(a), nb = b ? (size_t)vs_view_count(b) : 1;
    wide *x = base_mem_alloc((na + nb) * sizeof *x), *y = x + na, out = 0;
    enum concrete c = C_VALUE;
    struct ticks ticks = {.use = im->t.bits <= 8 && !is_unbounded(im->t)};
    vs_view_values(a, x);
    if (b)
        vs_view_values(b, y);
    else
        y[0] = 0;
    for (size_t i = 0; i < na && c != C_ANY; i++)
        for (size_t j = 0; j < nb && c != C_ANY; j++)
            if ((c = vs_concrete(op, im->t, x[i], y[j], &out)) == C_VALUE)
                add_result(im, &ticks, out);
    add_ticked(im, &ticks);
    free(x);
    return c != C_ANY;
}

static bool few_pairs(const struct vs_pool *p, const struct view *a, const struct view *b)
{
    uint64_t most = p->limits.enumerate, na = vs_view_count(a), nb = b ? vs_view_count(b) : 1;
    return na <= most && nb <= most && na * nb <= most;
}

/* ---- the memory of results --------------------------------------------------------------------------------------- */

static uint64_t memo_key(enum vs_op op, struct vs_type r, struct vs_type a, struct vs_type b)
{
    struct vs_type types[3] = {r, a, b};
    uint64_t key = op + 1;
    for (int i = 0; i < 3; i++)
        key = key << 13 | (uint64_t)types[i].range << 11 | (uint64_t)types[i].kind << 9 | (uint64_t)types[i].bits << 1 |
              types[i].is_signed;
    return key;
}

/* Each key has four places, in the order of hashing; a fifth key that wants them takes the first. */
enum { WAYS = 4 };

static struct memo *memo_find(struct vs_pool *p, uint64_t key, vs a, vs b)
{
    uint64_t h = hash_u64(key ^ hash_u64((uint64_t)a << 32 | b)) & p->memo_mask & ~(uint64_t)(WAYS - 1);
    for (int i = 0; i < WAYS; i++) {
        struct memo *m = &p->memos[h + (uint64_t)i];
        if (!m->key || (m->key == key && m->a == a && m->b == b))
            return m;
    }
    return &p->memos[h];
}

static bool memo_get(struct vs_pool *p, uint64_t key, vs a, vs b, vs *result)
{
    const struct memo *m = memo_find(p, key, a, b);
    *result = m->result;
    return m->key == key && m->a == a && m->b == b;
}

/* What finds no place is forgotten and computed again. The table grows with the number of results, up to 2^18
 * places. */
static void memo_put(struct vs_pool *p, uint64_t key, vs a, vs b, vs result)
{
    if (++p->memo_used > p->memo_mask / 2 && p->memo_mask < (1u << 18) - 1) {
        struct memo *old = p->memos;
        size_t n = p->memo_mask + 1;
        p->memo_mask = n * 4 - 1;
        p->memos = base_mem_zalloc(n * 4 * sizeof *p->memos);
        for (size_t i = 0; i < n; i++)
            if (old[i].key)
                *memo_find(p, old[i].key, old[i].a, old[i].b) = old[i];
        free(old);
    }
    *memo_find(p, key, a, b) = (struct memo){key, a, b, result};
}

/* ---- the operators ----------------------------------------------------------------------------------------------- */

static vs unary_image(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta)
{
    struct image im = {.t = result, .limits = &p->limits, .low64 = UINT64_MAX};
    struct view v;
    vs_view_of(p, ta, a, &v);
    if (!vs_view_plain(&v) && few_pairs(p, &v, NULL))
        enumerate(&im, op, &v, NULL);
    else
        for (size_t i = 0; i < v.count; i++)
            single_rules[op](&im, &v.segs[i]);
    return vs_set_finish(p, result, &im.set);
}

/* b is VS_BOTTOM: the operator has one operand. */
static vs remembered_float(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta, vs b,
                           struct vs_type tb)
{
    uint64_t key = memo_key(op, result, ta, tb);
    vs v;
    if (memo_get(p, key, a, b, &v))
        return v;
    v = b == VS_BOTTOM ? vs_float_unary(p, op, result, a, ta) : vs_float_binary(p, op, result, a, ta, b, tb);
    memo_put(p, key, a, b, v);
    return v;
}

vs vs_unary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta)
{
    a = plain(p, a);
    if (a == VS_BOTTOM)
        return VS_BOTTOM;
    if (result.kind == VS_PTR || ta.kind == VS_PTR)
        return vs_pointer_unary(p, op, result, a, ta);
    if (op == VS_CONVERT && (is_unbounded(result) || is_unbounded(ta)))
        return vs_unbounded_convert(p, result, a, ta);
    if (result.kind == VS_FLOAT || ta.kind == VS_FLOAT)
        return remembered_float(p, op, result, a, ta, VS_BOTTOM, result);
    if (op == VS_LOGNOT) {
        bool no, yes;
        struct view v;
        vs_view_of(p, ta, a, &v);
        no = vs_view_has(&v, 0);
        yes = v.count > 1 || v.segs[0].lo != 0 || v.segs[0].hi != 0;
        return vs_truths(p, result, yes, no);
    }
    if (op != VS_CONVERT && !same_type(result, ta)) {
        a = vs_unary(p, VS_CONVERT, result, a, ta);
        ta = result;
    }
    if (vs_is_small(a)) {
        wide out;
        vs_concrete(op, result, from_raw(ta, vs_small_value(a)), 0, &out);
        return vs_constant(p, out);
    }
    if (op == VS_CONVERT && same_type(result, ta))
        return a;
    uint64_t key = memo_key(op, result, ta, result);
    vs v;
    if (memo_get(p, key, a, 0, &v))
        return v;
    v = unary_image(p, op, result, a, ta);
    memo_put(p, key, a, 0, v);
    return v;
}

/* min(A, B) = (A up to max B) united with (B up to max A): exact. */
static void extremes(struct image *im, enum vs_op op, const struct view *a, const struct view *b)
{
    wide lo = type_min(im->t), hi = type_max(im->t), bound[2];
    const struct view *of[2] = {a, b};
    bound[0] = op == VS_MIN ? view_max(b) : view_min(b);
    bound[1] = op == VS_MIN ? view_max(a) : view_min(a);
    for (int i = 0; i < 2; i++) {
        struct seg half = op == VS_MIN ? seg_of(lo, bound[i]) : seg_of(bound[i], hi);
        vs_segs_meet(im->limits, of[i]->segs, of[i]->count, &half, 1, &im->set);
    }
}

static vs binary_image(struct vs_pool *p, enum vs_op op, struct vs_type t, vs a, vs b, struct vs_type tb)
{
    struct image im = {.t = t, .limits = &p->limits, .low64 = UINT64_MAX};
    struct view va, vb;
    vs_view_of(p, t, a, &va);
    vs_view_of(p, tb, b, &vb);
    bool exact = (op == VS_ADD || op == VS_SUB) && vs_view_plain(&va) && vs_view_plain(&vb);
    if (op == VS_MIN || op == VS_MAX) {
        extremes(&im, op, &va, &vb);
    } else if (!exact && few_pairs(p, &va, &vb)) {
        if (!enumerate(&im, op, &va, &vb))
            vs_image_all(&im);
    } else {
        for (size_t i = 0; i < va.count; i++)
            for (size_t j = 0; j < vb.count; j++)
                if (is_unbounded(t))
                    vs_unbounded_pair(&im, op, &va.segs[i], &vb.segs[j]);
                else
                    pair_rules[op](&im, &va.segs[i], &vb.segs[j]);
    }
    return vs_set_finish(p, t, &im.set);
}

static vs small_binary(struct vs_pool *p, enum vs_op op, struct vs_type t, wide x, wide y)
{
    wide out;
    struct set s = {0};
    switch (vs_concrete(op, t, x, y, &out)) {
    case C_TRAPS:
        return VS_BOTTOM;
    case C_ANY:
        return VS_TOP;
    default:
        if (!is_unbounded(t))
            return vs_constant(p, out);
        vs_set_range(&s, out, out);
        return vs_set_finish(p, t, &s);
    }
}

/* x wrapped into an integer type below 63 bits. */
static inline int64_t wrap_small(struct vs_type t, int64_t x)
{
    int by = is_unbounded(t) ? 0 : 64 - t.bits;
    return t.is_signed ? (int64_t)((uint64_t)x << by) >> by : (int64_t)((uint64_t)x << by >> by);
}

/* The commonest case, two small values of one type below 63 bits, without 128-bit arithmetic. False: not done. */
static inline bool quick(enum vs_op op, struct vs_type result, struct vs_type t, vs a, vs b, vs *out)
{
    int64_t x = wrap_small(t, vs_small_value(a)), y = wrap_small(t, vs_small_value(b)), r;
    switch ((int)op) {
    case VS_ADD:
        r = x + y;
        break;
    case VS_SUB:
        r = x - y;
        break;
    case VS_MUL:
        r = x * y;
        break;
    case VS_DIV:
    case VS_MOD:
        if (y == 0 || y == -1)
            return false;
        r = op == VS_DIV ? x / y : x % y;
        break;
    case VS_AND:
        r = x & y;
        break;
    case VS_OR:
        r = x | y;
        break;
    case VS_XOR:
        r = x ^ y;
        break;
    case VS_EQ:
        r = x == y;
        break;
    case VS_NE:
        r = x != y;
        break;
    case VS_LT:
        r = x < y;
        break;
    case VS_LE:
        r = x <= y;
        break;
    case VS_GT:
        r = x > y;
        break;
    case VS_GE:
        r = x >= y;
        break;
    default:
        return false;
    }
    r = wrap_small(result, r);
    *out = vs_small(r);
    return vs_fits_small(r);
}

static __attribute__((noinline)) vs slow_binary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a,
                                                struct vs_type ta, vs b, struct vs_type tb)
{
    vs v;
    if (a == VS_BOTTOM || b == VS_BOTTOM)
        return VS_BOTTOM;
    if (result.kind == VS_PTR || ta.kind == VS_PTR || tb.kind == VS_PTR)
        return vs_pointer_binary(p, op, result, a, ta, b, tb);
    if (result.kind == VS_FLOAT || ta.kind == VS_FLOAT || tb.kind == VS_FLOAT)
        return remembered_float(p, op, result, a, ta, b, tb);
    if (!vs_is_comparison(op)) {
        if (!same_type(ta, result))
            a = vs_unary(p, VS_CONVERT, result, a, ta);
        if (!vs_is_shift(op) && !same_type(tb, result))
            b = vs_unary(p, VS_CONVERT, result, b, tb), tb = result;
        ta = result;
    }
    if (vs_is_small(a) && vs_is_small(b))
        return small_binary(p, op, result, from_raw(ta, vs_small_value(a)), from_raw(tb, vs_small_value(b)));
    uint64_t key = memo_key(op, result, ta, tb);
    if (memo_get(p, key, a, b, &v))
        return v;
    v = vs_is_comparison(op) ? vs_compare_binary(p, op, result, a, ta, b, tb) : binary_image(p, op, result, a, b, tb);
    memo_put(p, key, a, b, v);
    return v;
}

vs vs_binary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta, vs b, struct vs_type tb)
{
    vs v;
    if ((a & b & VS_SMALL_BIT) && is_int(result) && is_int(ta) && ta.bits < 63 && result.bits < 63 &&
        same_type(ta, tb) && (vs_is_comparison(op) || same_type(ta, result)) && quick(op, result, ta, a, b, &v))
        return v;
    return slow_binary(p, op, result, plain(p, a), ta, plain(p, b), tb);
}
