/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rules for + - * and for the operators with one operand. Exact on intervals: + - neg ~ abs convert, and * by 0, 1 and
 * -1; * by a constant up to the largest modulus. Other products: the hull of the four corners, with the residues that
 * can occur.
 */
#include "runtime/values/private.h"

/* Keeps in best the thinner of two residue sets for one image. */
static void thinner(uint32_t *best, uint64_t *best_mask, uint32_t k, uint64_t mask)
{
    if (__builtin_popcountll(mask) * (int)*best < __builtin_popcountll(*best_mask) * (int)k) {
        *best = k;
        *best_mask = mask;
    }
}

void vs_rule_add(struct image *im, const struct seg *a, const struct seg *b)
{
    uint32_t best = 1, k[3] = {a->k, b->k, (uint32_t)lcm_u64(a->k, b->k)};
    uint64_t mask = 1;
    for (int i = 0; i < 3; i++)
        if (k[i] > 1 && k[i] <= im->limits->modulus)
            thinner(&best, &mask, k[i], vs_mask_sum(vs_seg_residues(a, k[i]), vs_seg_residues(b, k[i]), k[i]));
    vs_image_add(im, a->lo + b->lo, a->hi + b->hi, best, mask);
}

void vs_rule_sub(struct image *im, const struct seg *a, const struct seg *b)
{
    struct seg n = vs_seg_negate(b);
    vs_rule_add(im, a, &n);
}

static uint64_t mask_product(uint64_t a, uint64_t b, uint32_t k)
{
    uint64_t out = 0;
    for (; a; a &= a - 1)
        for (uint64_t y = b; y; y &= y - 1)
            out |= (uint64_t)1 << ((uint32_t)__builtin_ctzll(a) * (uint32_t)__builtin_ctzll(y) % k);
    return out;
}

/* The residues of a product. Candidates: the moduli of the operands, of a constant factor times the other's, and a
 * power of two in it, which outlives wrapping. */
static void product_residues(struct image *im, const struct seg *a, const struct seg *b, uint32_t *k, uint64_t *mask)
{
    uint32_t candidate[6] = {a->k, b->k, (uint32_t)lcm_u64(a->k, b->k)};
    const struct seg *factor = a->lo == a->hi ? a : b->lo == b->hi ? b : NULL;
    if (factor && factor->lo) {
        uwide c = (uwide)(factor->lo < 0 ? -factor->lo : factor->lo);
        uint32_t other = factor == a ? b->k : a->k;
        candidate[3] = c <= 64 ? (uint32_t)c * other : 0;
        candidate[4] = c <= 64 ? (uint32_t)c : 0;
        candidate[5] = c & 63 ? (uint32_t)(c & (0 - c)) : 64;
    }
    *k = 1;
    *mask = 1;
    for (int i = 0; i < 6; i++)
        if (candidate[i] > 1 && candidate[i] <= im->limits->modulus)
            thinner(k, mask, candidate[i],
                    mask_product(vs_seg_residues(a, candidate[i]), vs_seg_residues(b, candidate[i]), candidate[i]));
}

void vs_rule_mul(struct image *im, const struct seg *a, const struct seg *b)
{
    wide corner[4], lo, hi;
    bool huge = false;
    for (int i = 0; i < 4; i++)
        huge |= __builtin_mul_overflow(i & 1 ? a->hi : a->lo, i & 2 ? b->hi : b->lo, &corner[i]);
    uint32_t k;
    uint64_t mask;
    product_residues(im, a, b, &k, &mask);
    if (huge) { /* beyond 128 bits: every window */
        vs_image_add(im, -((wide)1 << 100), (wide)1 << 100, k, mask);
        return;
    }
    lo = hi = corner[0];
    for (int i = 1; i < 4; i++) {
        lo = corner[i] < lo ? corner[i] : lo;
        hi = corner[i] > hi ? corner[i] : hi;
    }
    vs_image_add(im, lo, hi, k, mask);
}

void vs_rule_neg(struct image *im, const struct seg *a)
{
    vs_image_add(im, -a->hi, -a->lo, a->k, vs_mask_negate(a->mask, a->k));
}

void vs_rule_bitnot(struct image *im, const struct seg *a)
{
    vs_image_add(im, -a->hi - 1, -a->lo - 1, a->k, vs_mask_shift(vs_mask_negate(a->mask, a->k), a->k, -1));
}

void vs_rule_abs(struct image *im, const struct seg *a)
{
    struct seg negative = *a;
    if (a->lo < 0) {
        negative.hi = a->hi < -1 ? a->hi : -1;
        vs_rule_neg(im, &negative);
    }
    vs_image_add(im, a->lo > 0 ? a->lo : 0, a->hi, a->k, a->mask);
}

void vs_rule_convert(struct image *im, const struct seg *a)
{
    vs_image_add(im, a->lo, a->hi, a->k, a->mask);
}
