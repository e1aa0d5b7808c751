/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rules for << and >>, amount by amount: a product by a power of two that wraps, and a quotient rounded down. An amount
 * outside 0 .. width-1 may give anything. Exact on intervals for >>, and for << by up to six places.
 */
#include "runtime/values/private.h"

static bool in_range(struct image *im, const struct seg *amount)
{
    if (amount->lo >= 0 && amount->hi < im->t.bits)
        return true;
    vs_image_all(im);
    return false;
}

static void shift_left(struct image *im, const struct seg *a, int c)
{
    wide lo = a->lo * ((wide)1 << c), hi = a->hi * ((wide)1 << c), size = (wide)1 << im->t.bits;
    uint32_t largest = im->limits->modulus, k = 1;
    uint64_t mask = 1;
    if (c <= 6 && a->k << c <= largest) {
        k = a->k << c;
        mask = 0;
        for (uint64_t m = a->mask; m; m &= m - 1)
            mask |= (uint64_t)1 << (__builtin_ctzll(m) << c);
    } else {
        while (k < 64 && k * 2 <= largest)
            k *= 2;
        mask = 0;
        for (uint64_t m = vs_seg_residues(a, k); m; m &= m - 1)
            mask |= (uint64_t)1 << (((uint64_t)__builtin_ctzll(m) << (c < 32 ? c : 32)) & (k - 1));
    }
    if ((uwide)hi - (uwide)lo >= (uwide)size) /* all windows are hit; the highest multiple of 2^c ends them */
        lo = type_min(im->t), hi = type_max(im->t) - (((wide)1 << c) - 1);
    else if (lo == hi)
        k = 1, mask = 1;
    if (size % k)
        vs_image_add(im, a->lo * ((wide)1 << c), a->hi * ((wide)1 << c), k, mask);
    else
        vs_image_add(im, lo, hi, k, mask);
}

void vs_rule_shl(struct image *im, const struct seg *a, const struct seg *b)
{
    if (!in_range(im, b))
        return;
    for (wide from = b->lo, c; vs_seg_first(b, from, &c); from = c + 1)
        shift_left(im, a, (int)c);
}

void vs_rule_shr(struct image *im, const struct seg *a, const struct seg *b)
{
    if (!in_range(im, b))
        return;
    for (wide from = b->lo, c; vs_seg_first(b, from, &c); from = c + 1) {
        uint32_t k = 1;
        uint64_t mask = 1;
        if (c <= 6 && a->k % (1u << c) == 0) {
            k = a->k >> c;
            mask = 0;
            for (uint64_t m = a->mask; m; m &= m - 1)
                mask |= (uint64_t)1 << (__builtin_ctzll(m) >> c);
        }
        vs_image_add(im, a->lo >> c, a->hi >> c, k, mask);
    }
}
