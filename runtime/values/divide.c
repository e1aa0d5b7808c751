/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rules for the five divisions. Operands are split at zero, so that everything is done on magnitudes; a divisor of few
 * values is taken value by value. Exact on intervals divided by a constant; otherwise the hull is exact for quotients.
 */
#include "runtime/values/private.h"

enum { FEW_DIVISORS = 16 };

/* Magnitudes of one sign of an operand. */
struct part {
    struct seg seg;
    bool negative;
};

/* The parts of s that are below zero and not below `least` (0 or 1). */
static size_t split(const struct seg *s, wide least, struct part out[2])
{
    size_t n = 0;
    if (s->lo < 0) {
        struct seg below = *s;
        below.hi = s->hi < 0 ? s->hi : -1;
        if (vs_seg_tighten(&below))
            out[n++] = (struct part){vs_seg_negate(&below), true};
    }
    struct seg above = *s;
    above.lo = s->lo > least ? s->lo : least;
    if (vs_seg_tighten(&above))
        out[n++] = (struct part){above, false};
    return n;
}

/* y / m for all y of s rounded down or up; m > 0 divides the modulus: then residues are exact, else they are lost. */
static void quotient(struct image *im, const struct seg *s, wide m1, wide m2, bool up, bool negative)
{
    wide lo = (s->lo + (up ? m2 - 1 : 0)) / m2, hi = (s->hi + (up ? m1 - 1 : 0)) / m1;
    uint32_t k = 1;
    uint64_t mask = 1;
    if (m1 == m2 && m1 > 1 && s->k > 1 && s->k % m1 == 0) {
        uint32_t m = (uint32_t)m1;
        k = s->k / m;
        mask = 0;
        for (uint32_t r = 0; r < s->k; r++)
            if (s->mask >> r & 1)
                mask |= (uint64_t)1 << ((r + (up ? m - 1 : 0)) / m % k);
    } else if (m1 == 1 && m2 == 1) {
        k = s->k;
        mask = s->mask;
    }
    if (negative)
        vs_image_add(im, -hi, -lo, k, vs_mask_negate(mask, k));
    else /* minint / -1 is the only quotient above the type: it traps */
        vs_image_add(im, lo, hi > type_max(im->t) ? type_max(im->t) : hi, k, mask);
}

enum rounding { TO_ZERO, DOWN, UP };

static void quotients(struct image *im, const struct seg *a, const struct seg *b, enum rounding to)
{
    struct part x[2], y[2];
    size_t nx = split(a, 0, x), ny = split(b, 1, y);
    for (size_t i = 0; i < nx; i++)
        for (size_t j = 0; j < ny; j++) {
            bool negative = x[i].negative != y[j].negative;
            bool up = (to == DOWN && negative) || (to == UP && !negative);
            const struct seg *s = &x[i].seg, *m = &y[j].seg;
            if (vs_seg_count(m) > FEW_DIVISORS)
                quotient(im, s, m->lo, m->hi, up, negative);
            else
                for (wide from = m->lo, d; vs_seg_first(m, from, &d); from = d + 1)
                    quotient(im, s, d, d, up, negative);
        }
}

void vs_rule_div(struct image *im, const struct seg *a, const struct seg *b)
{
    quotients(im, a, b, TO_ZERO);
}
void vs_rule_floordiv(struct image *im, const struct seg *a, const struct seg *b)
{
    quotients(im, a, b, DOWN);
}
void vs_rule_ceildiv(struct image *im, const struct seg *a, const struct seg *b)
{
    quotients(im, a, b, UP);
}

static wide floor_mod(wide x, wide m)
{
    wide r = x % m;
    return r < 0 ? r + m : r;
}

/* x mod m in 0 .. m-1 for all x of s, of any sign; the image is added times sign. */
static void remainders(struct image *im, const struct seg *s, wide m, int sign)
{
    struct seg out[2];
    size_t n = 0;
    wide lo = floor_mod(s->lo, m), hi = floor_mod(s->hi, m);
    if (s->lo - lo == s->hi - hi) { /* one quotient: a shift */
        out[n++] = vs_seg_shifted(s, -(s->lo - lo));
    } else if (m <= 64 && m <= (wide)im->limits->modulus) {
        uint64_t mask = vs_seg_residues(s, (uint32_t)m);
        out[n++] = (struct seg){.lo = 0, .hi = m - 1, .mask = mask, .k = (uint32_t)m};
    } else if (s->k == 1 && s->hi - s->lo < m) {
        out[n++] = seg_of(lo, m - 1);
        out[n++] = seg_of(0, hi);
    } else { /* what m and the modulus have in common survives */
        uint32_t k = (uint32_t)gcd_u64((uint64_t)(m % (wide)s->k), s->k);
        out[n++] = (struct seg){.lo = 0, .hi = m - 1, .mask = vs_mask_change(s->mask, s->k, k), .k = k};
    }
    for (size_t i = 0; i < n; i++) {
        struct seg r = sign < 0 ? vs_seg_negate(&out[i]) : out[i];
        vs_image_add(im, r.lo, r.hi, r.k, r.mask);
    }
}

void vs_rule_mod(struct image *im, const struct seg *a, const struct seg *b)
{
    struct part x[2], y[2];
    size_t nx = split(a, 0, x), ny = split(b, 1, y);
    for (size_t i = 0; i < nx; i++)
        for (size_t j = 0; j < ny; j++) {
            const struct seg *s = &x[i].seg, *m = &y[j].seg;
            int sign = x[i].negative ? -1 : 1;
            if (vs_seg_count(m) <= FEW_DIVISORS) {
                for (wide from = m->lo, d; vs_seg_first(m, from, &d); from = d + 1)
                    remainders(im, s, d, sign);
            } else if (s->hi < m->lo) {
                remainders(im, s, m->lo, sign); /* unchanged */
            } else {
                wide top = s->hi < m->hi - 1 ? s->hi : m->hi - 1;
                vs_image_add(im, sign < 0 ? -top : 0, sign < 0 ? 0 : top, 1, 1);
            }
        }
}

/* The result has the divisor's sign: floormod(x, -m) = -floormod(-x, m). */
void vs_rule_floormod(struct image *im, const struct seg *a, const struct seg *b)
{
    struct part y[2];
    size_t ny = split(b, 1, y);
    for (size_t j = 0; j < ny; j++) {
        const struct seg *m = &y[j].seg;
        int sign = y[j].negative ? -1 : 1;
        struct seg s = y[j].negative ? vs_seg_negate(a) : *a;
        if (vs_seg_count(m) <= FEW_DIVISORS)
            for (wide from = m->lo, d; vs_seg_first(m, from, &d); from = d + 1)
                remainders(im, &s, d, sign);
        else if (s.lo >= 0)
            vs_image_add(im, sign < 0 ? -(s.hi < m->hi - 1 ? s.hi : m->hi - 1) : 0,
                         sign < 0           ? 0
                         : s.hi < m->hi - 1 ? s.hi
                                            : m->hi - 1,
                         1, 1);
        else
            vs_image_add(im, sign < 0 ? -(m->hi - 1) : 0, sign < 0 ? 0 : m->hi - 1, 1, 1);
    }
}
