/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Segments: an interval and a set of residues. All questions are answered exactly, by looking at no more than one
 * common period of the moduli involved (two words of periods k and m that agree on k + m positions agree everywhere:
 * Fine and Wilf).
 */
#include "runtime/values/private.h"

uint64_t vs_mask_shift(uint64_t mask, uint32_t k, wide by)
{
    uint32_t c = residue(by, k);
    return c ? ((mask << c) | (mask >> (k - c))) & full_mask(k) : mask;
}

uint64_t vs_mask_negate(uint64_t mask, uint32_t k)
{
    uint64_t out = mask & 1;
    for (uint32_t r = 1; r < k; r++)
        if (mask >> r & 1)
            out |= (uint64_t)1 << (k - r);
    return out;
}

uint64_t vs_mask_sum(uint64_t a, uint64_t b, uint32_t k)
{
    uint64_t out = 0;
    for (; a; a &= a - 1)
        out |= vs_mask_shift(b, k, __builtin_ctzll(a));
    return out;
}

uint64_t vs_mask_change(uint64_t mask, uint32_t k, uint32_t m)
{
    uint64_t out = 0;
    if (m <= k)
        for (; mask; mask &= mask - 1)
            out |= (uint64_t)1 << ((uint32_t)__builtin_ctzll(mask) % m);
    else
        for (uint32_t r = 0; r < m; r += k)
            out |= mask << r;
    return out;
}

bool vs_seg_first(const struct seg *s, wide from, wide *x)
{
    if (from < s->lo)
        from = s->lo;
    uint64_t ahead = vs_mask_shift(s->mask, s->k, -from); /* bit d: from + d is an element */
    if (!ahead)
        return false;
    *x = from + __builtin_ctzll(ahead);
    return *x <= s->hi;
}

bool vs_seg_last(const struct seg *s, wide from, wide *x)
{
    if (from > s->hi)
        from = s->hi;
    uint64_t behind = vs_mask_shift(s->mask, s->k, (wide)s->k - 1 - from); /* bit k-1-d: from - d is an element */
    if (!behind)
        return false;
    *x = from - ((wide)s->k - 1 - (63 - __builtin_clzll(behind)));
    return *x >= s->lo;
}

bool vs_seg_tighten(struct seg *s)
{
    if (s->lo > s->hi || !s->mask)
        return false;
    if (s->k == 1)
        return true;
    if (s->mask == full_mask(s->k)) {
        s->k = 1;
        s->mask = 1;
        return true;
    }
    if (!vs_seg_first(s, s->lo, &s->lo) || !vs_seg_last(s, s->hi, &s->hi))
        return false;
    if (s->lo == s->hi) {
        s->k = 1;
        s->mask = 1;
    }
    return true;
}

uint64_t vs_seg_count(const struct seg *s)
{
    uwide span = (uwide)(s->hi - s->lo) + 1, n = span;
    if (s->k > 1) {
        uint64_t ahead = vs_mask_shift(s->mask, s->k, -s->lo);
        n = span / s->k * (uwide)__builtin_popcountll(ahead);
        n += (uwide)__builtin_popcountll(ahead & (((uint64_t)1 << (uint32_t)(span % s->k)) - 1));
    }
    return n > UINT64_MAX ? UINT64_MAX : (uint64_t)n;
}

uint64_t vs_seg_residues(const struct seg *s, uint32_t m)
{
    uint64_t out = 0, all = full_mask(m);
    wide span = s->hi - s->lo + 1;
    if (s->k == 1) {
        if (span >= (wide)m)
            return all;
        return vs_mask_shift(full_mask((uint32_t)span), m, s->lo);
    }
    if (m == s->k && span >= (wide)m)
        return s->mask;
    wide period = (wide)lcm_u64(s->k, m), x;
    wide end = span > period ? s->lo + period - 1 : s->hi;
    for (wide from = s->lo; from <= end && out != all && vs_seg_first(s, from, &x) && x <= end; from = x + 1)
        out |= (uint64_t)1 << residue(x, m);
    return out;
}

bool vs_seg_meet(const struct seg *a, const struct seg *b, uint32_t largest, struct seg *out)
{
    *out = seg_of(a->lo > b->lo ? a->lo : b->lo, a->hi < b->hi ? a->hi : b->hi);
    if (out->lo > out->hi)
        return false;
    uint32_t k = (uint32_t)lcm_u64(a->k, b->k);
    if (k <= largest) {
        out->k = k;
        out->mask = vs_mask_change(a->mask, a->k, k) & vs_mask_change(b->mask, b->k, k);
    } else { /* keep the thinner of the two */
        int da = __builtin_popcountll(a->mask) * (int)b->k, db = __builtin_popcountll(b->mask) * (int)a->k;
        const struct seg *thin = da <= db ? a : b;
        out->k = thin->k;
        out->mask = thin->mask;
    }
    return vs_seg_tighten(out);
}

bool vs_segs_touch(const struct seg *a, const struct seg *b)
{
    wide lo = a->lo > b->lo ? a->lo : b->lo, hi = a->hi < b->hi ? a->hi : b->hi, x;
    if (lo > hi)
        return false;
    if (b->k == 1)
        return vs_seg_first(a, lo, &x) && x <= hi;
    wide period = (wide)lcm_u64(a->k, b->k);
    if (hi - lo >= period)
        hi = lo + period - 1;
    for (wide from = lo; from <= hi && vs_seg_first(a, from, &x) && x <= hi; from = x + 1)
        if (seg_has(b, x))
            return true;
    return false;
}

struct seg vs_seg_negate(const struct seg *s)
{
    return (struct seg){.lo = -s->hi, .hi = -s->lo, .mask = vs_mask_negate(s->mask, s->k), .k = s->k};
}

struct seg vs_seg_shifted(const struct seg *s, wide by)
{
    return (struct seg){.lo = s->lo + by, .hi = s->hi + by, .mask = vs_mask_shift(s->mask, s->k, by), .k = s->k};
}
