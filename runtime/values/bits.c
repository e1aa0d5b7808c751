/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rules for & | ^ and rotation. An interval of bit patterns is cut into aligned blocks; in a block each bit is either
 * known or free, so a bitwise operator on two blocks is computed bit by bit, exactly. Exact on intervals as long as the
 * numbers of blocks and of free bits above the lowest run stay small; otherwise known common bits, residues mod 64 and
 * the obvious bounds remain.
 */
#include "runtime/values/private.h"

enum { MOST_BLOCK_PAIRS = 512, MOST_SPREAD = 4 /* free bits enumerated */ };

struct block {
    uint64_t value, free;
};

static uint64_t pattern_mask(struct vs_type t)
{
    return t.bits >= 64 ? UINT64_MAX : ((uint64_t)1 << t.bits) - 1;
}

/* One stretch of an image whose residues mod 64 are filtered: values base + multiples of 2^s below 2^(s+l). */
static void add_progression(struct image *im, wide base, int s, int l)
{
    wide last = base + ((((wide)1 << l) - 1) << s);
    if (s > 6 && l <= MOST_SPREAD) {
        for (wide i = 0; i < (wide)1 << l; i++)
            add_progression(im, base + (i << s), 0, 0);
        return;
    }
    if (im->low64 == UINT64_MAX && s == 0) {
        vs_set_range(&im->set, base, last);
        return;
    }
    struct seg low = seg_of(0, 63);
    if (s > 0 && l > 0) {
        low.k = 1u << (s < 6 ? s : 6);
        low.mask = (uint64_t)1 << residue(base, low.k);
    }
    uint64_t mask = vs_mask_change(low.mask, low.k, 64) & im->low64;
    if (im->limits->modulus >= 64)
        vs_set_add(&im->set, base, last, 64, mask);
    else if (mask)
        vs_set_add(&im->set, base, last, low.k <= im->limits->modulus ? low.k : 1,
                   low.k <= im->limits->modulus ? low.mask : 1);
}

void vs_image_bits(struct image *im, uint64_t value, uint64_t free_bits)
{
    uint64_t all = pattern_mask(im->t), sign = im->t.is_signed ? (uint64_t)1 << (im->t.bits - 1) : 0;
    value &= all;
    free_bits &= all;
    value &= ~free_bits;
    if (free_bits & sign) {
        vs_image_bits(im, value, free_bits & ~sign);
        vs_image_bits(im, value | sign, free_bits & ~sign);
        return;
    }
    wide base = wrap(im->t, (wide)value);
    if (!free_bits) {
        add_progression(im, base, 0, 0);
        return;
    }
    int s = __builtin_ctzll(free_bits);
    uint64_t above = ~(free_bits >> s);
    int l = above ? __builtin_ctzll(above) : 64 - s;
    l = l > 64 - s ? 64 - s : l;
    uint64_t run = (l == 64 ? UINT64_MAX : ((uint64_t)1 << l) - 1) << s, rest = free_bits & ~run, sub = 0;
    if (__builtin_popcountll(rest) <= MOST_SPREAD) {
        do {
            add_progression(im, base + (wide)sub, s, l);
            sub = (sub - rest) & rest; /* the next subset of rest */
        } while (sub);
        return;
    }
    uint64_t low64 = 0, low_free = free_bits & 63, low = 0; /* the hull, and what its six low bits can be */
    do {
        low64 |= (uint64_t)1 << ((value | low) & 63);
        low = (low - low_free) & low_free;
    } while (low);
    low64 &= im->low64;
    if (low64 == UINT64_MAX || im->limits->modulus < 64)
        vs_set_range(&im->set, base, base + (wide)free_bits);
    else
        vs_set_add(&im->set, base, base + (wide)free_bits, 64, low64);
}

/* The interval lo .. hi of patterns as the block of its common leading bits. */
static struct block common_block(uint64_t lo, uint64_t hi)
{
    uint64_t differ = lo ^ hi;
    uint64_t free_bits = differ ? UINT64_MAX >> __builtin_clzll(differ) : 0;
    return (struct block){lo & ~free_bits, free_bits};
}

/* At most 2 * 64 aligned blocks that make up lo .. hi. */
static size_t cut(uint64_t lo, uint64_t hi, struct block *out)
{
    size_t n = 0;
    for (;;) {
        uint64_t size =
            lo ? lo & (0 - lo) : (uint64_t)1 << 63; /* the largest aligned block at lo, halved until it fits */
        if (!lo && hi == UINT64_MAX) {
            out[n++] = (struct block){0, UINT64_MAX};
            return n;
        }
        while (size - 1 > hi - lo)
            size /= 2;
        out[n++] = (struct block){lo, size - 1};
        if (hi - lo == size - 1)
            return n;
        lo += size;
    }
}

/* The pattern intervals of a segment: negative values are patterns above the others. */
static size_t patterns(struct vs_type t, const struct seg *s, uint64_t lo[2], uint64_t hi[2])
{
    uint64_t all = pattern_mask(t);
    size_t n = 0;
    if (s->hi >= 0) {
        lo[n] = s->lo > 0 ? (uint64_t)s->lo : 0;
        hi[n++] = (uint64_t)s->hi;
    }
    if (s->lo < 0) {
        lo[n] = (uint64_t)s->lo & all;
        hi[n++] = s->hi < 0 ? (uint64_t)s->hi & all : all;
    }
    return n;
}

static struct block apply(enum vs_op op, struct block a, struct block b)
{
    uint64_t a1 = a.value & ~a.free, b1 = b.value & ~b.free, a0 = ~a.value & ~a.free, b0 = ~b.value & ~b.free;
    if (op == VS_AND)
        return (struct block){a1 & b1, ~(a1 & b1) & ~(a0 | b0)};
    if (op == VS_OR)
        return (struct block){a1 | b1, ~(a1 | b1) & ~(a0 & b0)};
    return (struct block){(a.value ^ b.value) & ~(a.free | b.free), a.free | b.free};
}

/* Residues mod 64 are the six low bits of the (sign-extended) values. */
static uint64_t low_results(enum vs_op op, uint64_t a, uint64_t b)
{
    uint64_t out = 0;
    for (uint64_t x = a; x; x &= x - 1)
        for (uint64_t y = b; y; y &= y - 1) {
            int u = __builtin_ctzll(x), v = __builtin_ctzll(y);
            out |= (uint64_t)1 << (op == VS_AND ? u & v : op == VS_OR ? u | v : u ^ v);
        }
    return out;
}

/* All pairs of blocks of two pattern intervals; too many: the common bits, within the bounds that & and | obey. */
static void interval_pair(struct image *im, enum vs_op op, uint64_t alo, uint64_t ahi, uint64_t blo, uint64_t bhi)
{
    struct block a[128], b[128];
    size_t na = cut(alo, ahi, a), nb = cut(blo, bhi, b);
    if (na * nb <= MOST_BLOCK_PAIRS) {
        for (size_t i = 0; i < na; i++)
            for (size_t j = 0; j < nb; j++) {
                struct block r = apply(op, a[i], b[j]);
                vs_image_bits(im, r.value, r.free);
            }
        return;
    }
    struct block r = apply(op, common_block(alo, ahi), common_block(blo, bhi));
    uint64_t all = pattern_mask(im->t), lo = 0, hi = all;
    if (op == VS_AND)
        hi = ahi < bhi ? ahi : bhi;
    if (op == VS_OR)
        lo = alo > blo ? alo : blo;
    struct image rough = {.t = im->t, .limits = im->limits, .low64 = im->low64};
    vs_image_bits(&rough, r.value, r.free);
    struct seg bounds[2];
    size_t n = 0; /* the pattern interval lo .. hi as values of the type */
    uint64_t top = im->t.is_signed ? all >> 1 : all;
    if (lo <= top)
        bounds[n++] = seg_of((wide)lo, (wide)(hi < top ? hi : top));
    if (hi > top)
        bounds[n++] = seg_of(wrap(im->t, (wide)(lo > top ? lo : top + 1)), wrap(im->t, (wide)hi));
    for (size_t i = 0; i < rough.set.count; i++)
        for (size_t j = 0; j < n; j++) {
            struct seg s;
            if (vs_seg_meet(&rough.set.items[i], &bounds[j], im->limits->modulus, &s))
                vec_push(&im->set, s);
        }
    vec_free(&rough.set);
}

static void bitwise(struct image *im, enum vs_op op, const struct seg *a, const struct seg *b)
{
    uint64_t alo[2], ahi[2], blo[2], bhi[2];
    size_t na = patterns(im->t, a, alo, ahi), nb = patterns(im->t, b, blo, bhi);
    im->low64 = UINT64_MAX;
    if (a->k > 1 || b->k > 1)
        im->low64 = low_results(op, vs_seg_residues(a, 64), vs_seg_residues(b, 64));
    for (size_t i = 0; i < na; i++)
        for (size_t j = 0; j < nb; j++)
            interval_pair(im, op, alo[i], ahi[i], blo[j], bhi[j]);
    im->low64 = UINT64_MAX;
}

void vs_rule_and(struct image *im, const struct seg *a, const struct seg *b)
{
    bitwise(im, VS_AND, a, b);
}
void vs_rule_or(struct image *im, const struct seg *a, const struct seg *b)
{
    bitwise(im, VS_OR, a, b);
}
void vs_rule_xor(struct image *im, const struct seg *a, const struct seg *b)
{
    bitwise(im, VS_XOR, a, b);
}

static uint64_t rotate(struct vs_type t, uint64_t x, int left)
{
    uint64_t all = pattern_mask(t);
    return left ? (x << left | (x & all) >> (t.bits - left)) & all : x & all;
}

static void rotation(struct image *im, const struct seg *a, const struct seg *b, bool left)
{
    uint64_t lo[2], hi[2];
    size_t n = patterns(im->t, a, lo, hi);
    if (b->lo < 0 || b->hi >= im->t.bits) {
        vs_image_all(im);
        return;
    }
    for (wide from = b->lo, c; vs_seg_first(b, from, &c); from = c + 1)
        for (size_t i = 0; i < n; i++) {
            struct block blocks[128];
            size_t count = cut(lo[i], hi[i], blocks);
            int by = left || !c ? (int)c : im->t.bits - (int)c;
            for (size_t j = 0; j < count; j++)
                vs_image_bits(im, rotate(im->t, blocks[j].value, by), rotate(im->t, blocks[j].free, by));
        }
}

void vs_rule_rotl(struct image *im, const struct seg *a, const struct seg *b)
{
    rotation(im, a, b, true);
}
void vs_rule_rotr(struct image *im, const struct seg *a, const struct seg *b)
{
    rotation(im, a, b, false);
}

void vs_view_bits(struct vs_type t, const struct view *v, uint64_t *value, uint64_t *free_bits)
{
    uint64_t ones = UINT64_MAX, zeros = UINT64_MAX; /* bits that are 1 (0) everywhere */
    for (size_t i = 0; i < v->count; i++) {
        uint64_t lo[2], hi[2];
        size_t n = patterns(t, &v->segs[i], lo, hi);
        for (size_t j = 0; j < n; j++) {
            struct block b = common_block(lo[j], hi[j]);
            ones &= b.value & ~b.free;
            zeros &= ~b.value & ~b.free;
        }
    }
    uint64_t low_ones = 63, low_zeros = 63;
    for (size_t i = 0; i < v->count; i++)
        for (uint64_t m = vs_seg_residues(&v->segs[i], 64); m; m &= m - 1) {
            low_ones &= (uint64_t)__builtin_ctzll(m);
            low_zeros &= ~(uint64_t)__builtin_ctzll(m);
        }
    ones |= low_ones;
    zeros |= low_zeros;
    *value = ones & pattern_mask(t);
    *free_bits = ~(ones | zeros) & pattern_mask(t);
}
