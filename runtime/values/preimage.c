/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Preimages of r under an operator with a constant on the right. Exact on intervals while the hull of x covers few
 * periods (of the type's size under *, of the divisor under %), or while the period is at most 64; then bounds and
 * residues remain.
 */
#include "runtime/base/gcd.h"
#include "runtime/values/back.h"

enum { MOST_PERIODS = 16, MOST_VALUES = 64 };

static wide floor_div(wide x, wide m)
{
    return x / m - (x % m < 0); /* m > 0 */
}
static wide ceil_div(wide x, wide m)
{
    return -floor_div(-x, m);
}

/* Adds a segment within the hull of x. */
static void add(const struct preimage *q, wide lo, wide hi, uint32_t k, uint64_t mask)
{
    vs_set_add(q->out, lo > q->lo ? lo : q->lo, hi < q->hi ? hi : q->hi, k, mask);
}

static void add_all(const struct preimage *q, struct set *from)
{
    for (size_t i = 0; i < from->count; i++)
        add(q, from->items[i].lo, from->items[i].hi, from->items[i].k, from->items[i].mask);
    vec_free(from);
}

static uint64_t residues_of(const struct view *v, uint32_t m)
{
    uint64_t mask = 0;
    for (size_t i = 0; i < v->count; i++)
        mask |= vs_seg_residues(&v->segs[i], m);
    return mask;
}

/* Power of two up to the cap that divides 2^bits: what wrapping keeps. */
static uint32_t wrapping_modulus(const struct preimage *q, int bits)
{
    uint32_t k = 1;
    while (k < 64 && k * 2 <= q->limits->modulus && bits-- > 0)
        k *= 2;
    return k;
}

void vs_preimage_congruent(const struct preimage *q, wide m)
{
    const struct view *r = q->r;
    wide first = floor_div(q->lo - view_max(r), m), last = floor_div(q->hi - view_min(r), m) + 1;
    if (last - first > MOST_PERIODS) {
        uint32_t k = m <= (wide)q->limits->modulus ? (uint32_t)m : 1;
        for (uint32_t two = wrapping_modulus(q, 6); k == 1 && two > 1; two /= 2)
            if (m % (wide)two == 0)
                k = two;
        add(q, q->lo, q->hi, k, residues_of(r, k));
        return;
    }
    for (wide w = first; w <= last; w++)
        for (size_t i = 0; i < r->count; i++) {
            struct seg s = vs_seg_shifted(&r->segs[i], w * m);
            add(q, s.lo, s.hi, s.k, s.mask);
        }
}

/* Many periods: one result value by the inverse of the odd part of the factor, else what residues say. */
static void mul_rarely(const struct preimage *q, wide c)
{
    int twos = __builtin_ctzll((uint64_t)c);
    if (view_min(q->r) == view_max(q->r) && twos <= 4 && twos < q->t.bits) {
        wide target = view_min(q->r);
        if (target & (((wide)1 << twos) - 1))
            return; /* no solution */
        uint64_t x = (uint64_t)(target >> twos) * odd_inverse_u64((uint64_t)(c >> twos));
        for (uint64_t i = 0; i < (uint64_t)1 << twos; i++) {
            uint64_t step = q->t.bits - twos >= 64 ? 0 : i << (q->t.bits - twos);
            uint64_t low = q->t.bits - twos >= 64 ? x : x & (((uint64_t)1 << (q->t.bits - twos)) - 1);
            wide y = wrap(q->t, (wide)(low + step));
            add(q, y, y, 1, 1);
        }
        return;
    }
    uint32_t k = wrapping_modulus(q, q->t.bits);
    uint64_t wanted = residues_of(q->r, k), mask = 0;
    for (uint32_t y = 0; y < k; y++)
        if (wanted >> ((uint64_t)y * (uint64_t)c % k) & 1)
            mask |= (uint64_t)1 << y;
    add(q, q->lo, q->hi, k, mask);
}

void vs_preimage_mul(const struct preimage *q)
{
    wide c = q->c < 0 ? -q->c : q->c, lo, hi, size = (wide)1 << q->t.bits;
    bool huge = __builtin_mul_overflow(c, q->lo, &lo);
    huge |= __builtin_mul_overflow(c, q->hi, &hi);
    if (!c) {
        if (vs_view_has(q->r, 0))
            add(q, q->lo, q->hi, 1, 1);
        return;
    }
    struct set turned = {0}; /* c * x in r exactly when -c * x in -r */
    for (size_t i = 0; i < q->r->count; i++)
        vec_push(&turned, q->c < 0 ? vs_seg_negate(&q->r->segs[q->r->count - 1 - i]) : q->r->segs[i]);
    struct view r = {.segs = turned.items, .count = turned.count};
    struct preimage to = *q;
    to.r = &r;
    wide first = huge ? 0 : floor_div(lo - view_max(&r), size),
         last = huge ? 0 : floor_div(hi - view_min(&r), size) + 1;
    if (huge || last - first > MOST_PERIODS) {
        mul_rarely(&to, c);
        vec_free(&turned);
        return;
    }
    for (wide w = first; w <= last; w++)
        for (size_t i = 0; i < r.count; i++) {
            struct seg s = vs_seg_shifted(&r.segs[i], w * size);
            uint64_t mask = 0;
            for (uint32_t y = 0; y < s.k; y++)
                if (s.mask >> ((wide)y * c % (wide)s.k) & 1)
                    mask |= (uint64_t)1 << y;
            add(&to, ceil_div(s.lo, c), floor_div(s.hi, c), s.k, mask);
        }
    vec_free(&turned);
}

/* x with x / c == d for some d in [q0 .. q1], c > 0. */
static void divided_interval(const struct preimage *q, enum vs_op op, wide q0, wide q1, bool negate)
{
    wide c = q->c < 0 ? -q->c : q->c, lo, hi;
    if (op == VS_FLOORDIV) {
        lo = q0 * c;
        hi = q1 * c + c - 1;
    } else if (op == VS_CEILDIV) {
        lo = q0 * c - c + 1;
        hi = q1 * c;
    } else {
        lo = q0 > 0 ? q0 * c : q0 * c - c + 1;
        hi = q1 >= 0 ? q1 * c + c - 1 : q1 * c;
    }
    add(q, negate ? -hi : lo, negate ? -lo : hi, 1, 1);
}

void vs_preimage_divided(const struct preimage *q, enum vs_op op)
{
    wide limit;
    if (q->c == 0)
        return; /* traps */
    /* A quotient of the type's size times a large divisor leaves 128 bits only for divisors that leave few quotients.
     */
    wide c = q->c < 0 ? -q->c : q->c, far = (q->hi > -q->lo ? q->hi : -q->lo) / c + 1;
    if (__builtin_mul_overflow(far, c, &limit))
        return vs_set_range(q->out, q->lo, q->hi);
    bool negate = q->c < 0; /* x / -c == (-x) / c, under each way of rounding */
    for (size_t i = 0; i < q->r->count; i++) {
        struct seg s = q->r->segs[i];
        s.lo = s.lo < -far ? -far : s.lo;
        s.hi = s.hi > far ? far : s.hi;
        if (!vs_seg_tighten(&s))
            continue;
        if (s.k > 1 && vs_seg_count(&s) <= MOST_VALUES)
            for (wide from = s.lo, x; vs_seg_first(&s, from, &x); from = x + 1)
                divided_interval(q, op, x, x, negate);
        else
            divided_interval(q, op, s.lo, s.hi, negate);
    }
}

/* Solutions within [lo .. hi], of x mod m (in 0 .. m-1) in the part of r between r0 and r1. */
static void remainder_part(const struct preimage *q, wide lo, wide hi, wide m, wide r0, wide r1)
{
    struct set part = {0};
    struct seg window = seg_of(r0, r1);
    lo = lo > q->lo ? lo : q->lo;
    hi = hi < q->hi ? hi : q->hi;
    vs_segs_meet(q->limits, q->r->segs, q->r->count, &window, 1, &part);
    if (lo <= hi && part.count) {
        struct view r = {.segs = part.items, .count = part.count};
        struct preimage to = *q;
        to.lo = lo;
        to.hi = hi;
        to.r = &r;
        vs_preimage_congruent(&to, m);
    }
    vec_free(&part);
}

void vs_preimage_remainder(const struct preimage *q, enum vs_op op)
{
    wide m = q->c < 0 ? -q->c : q->c;
    if (m == 0)
        return; /* traps */
    if (op == VS_FLOORMOD && q->c > 0) {
        remainder_part(q, q->lo, q->hi, m, 0, m - 1);
    } else if (op == VS_FLOORMOD) {
        remainder_part(q, q->lo, q->hi, m, 1 - m, 0);
    } else {
        remainder_part(q, 0, q->hi, m, 0, m - 1);
        remainder_part(q, q->lo, -1, m, 1 - m, 0);
    }
}

static uint64_t all_bits(const struct preimage *q)
{
    return q->t.bits >= 64 ? UINT64_MAX : ((uint64_t)1 << q->t.bits) - 1;
}

/* For each result that has all bits of `need` and none of `forbid`: every x that agrees with it outside `open`. */
static void agreeing(const struct preimage *q, uint64_t need, uint64_t forbid, uint64_t open)
{
    wide values[MOST_VALUES];
    uint64_t n = vs_view_count(q->r);
    if (n > MOST_VALUES) {
        vs_set_range(q->out, q->lo, q->hi);
        return;
    }
    vs_view_values(q->r, values);
    struct image im = {.t = q->t, .limits = q->limits, .low64 = UINT64_MAX};
    for (uint64_t i = 0; i < n; i++) {
        uint64_t v = (uint64_t)values[i] & all_bits(q);
        if ((v & need) == need && !(v & forbid))
            vs_image_bits(&im, v & ~open, open);
    }
    add_all(q, &im.set);
}

/* x & mask == v exactly when v lies within mask and x agrees with v there. */
void vs_preimage_and(const struct preimage *q)
{
    uint64_t mask = (uint64_t)q->c & all_bits(q), outside = ~mask & all_bits(q);
    if (!(mask & (mask + 1)) && outside) /* x mod 2^j */
        remainder_part(q, q->lo, q->hi, (wide)mask + 1, 0, (wide)mask);
    else
        agreeing(q, 0, outside, outside);
}

/* x | c == v exactly when v has the bits of c and x agrees with v outside c. */
void vs_preimage_or(const struct preimage *q)
{
    uint64_t c = (uint64_t)q->c & all_bits(q);
    agreeing(q, c, 0, c);
}

void vs_preimage_shr(const struct preimage *q)
{
    if (q->c < 0 || q->c >= q->t.bits) {
        vs_set_range(q->out, q->lo, q->hi);
        return;
    }
    wide c = (wide)1 << (int)q->c;
    for (size_t i = 0; i < q->r->count; i++) {
        const struct seg *s = &q->r->segs[i];
        uint32_t k = 1;
        uint64_t mask = 1;
        if (s->k > 1 && c * (wide)s->k <= (wide)q->limits->modulus) {
            k = s->k * (uint32_t)c;
            mask = 0;
            for (uint32_t y = 0; y < k; y++)
                mask |= (s->mask >> (y / (uint32_t)c) & 1) << y;
        }
        add(q, s->lo * c, s->hi * c + c - 1, k, mask);
    }
}
