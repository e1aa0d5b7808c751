/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * mod(k): the remainders of x % k, with C's sign (that of x). Source: the thesis, table 2.1 and section 3.5; k is at
 * most 64, the largest modulus that a value set holds.
 */
#include "abstractions/classes.h"

static enum status make_mod(struct arena *a, const struct abs_arg *args, size_t count, struct place at, void **data,
                            struct diag *d)
{
    enum status st = abs_one_number("mod", args, count, 1, 64, at, d);
    if (st == ST_OK)
        *data = arena_copy(a, &args[0].lo, sizeof args[0].lo);
    return st;
}

/* Piece i: the remainder i for i < k, else k - 1 - i (from -1 down). Remainder 0 has either sign. */
static vs piece(struct vs_pool *p, const void *data, struct vs_type t, size_t i)
{
    int64_t k = *(const int64_t *)data;
    bool negative = (int64_t)i >= k;
    uint64_t r = negative ? (uint64_t)(2 * k - 1) - i : i; /* the mathematical residue */
    if (negative && !t.is_signed)
        return VS_BOTTOM;
    int64_t lo = i == 0 ? vs_type_min(t) : negative ? vs_type_min(t) : 0, hi = negative ? -1 : vs_type_max(t);
    return vs_congruent(p, t, lo, hi, (uint32_t)k, (uint64_t)1 << r);
}

struct found {
    struct vs_type t;
    uint32_t k;
    uint64_t below, above; /* residues of the values below zero, and of the others */
};

static uint32_t residue(struct vs_type t, int64_t x, uint32_t k)
{
    if (!t.is_signed)
        return (uint32_t)((uint64_t)x % k);
    int64_t r = x % (int64_t)k;
    return (uint32_t)(r < 0 ? r + (int64_t)k : r);
}

/* No more than k * m values need looking at: then residues repeat. */
static bool collect(void *context, int64_t lo, int64_t hi, uint32_t m, uint64_t residues)
{
    struct found *f = context;
    for (int negative = 0; negative < 2; negative++) {
        int64_t from = lo, to = hi;
        if (f->t.is_signed && negative)
            to = hi < 0 ? hi : -1;
        else if (f->t.is_signed)
            from = lo > 0 ? lo : 0;
        else if (negative)
            continue;
        if (vs_value_less(f->t, to, from))
            continue;
        uint64_t span = (uint64_t)to - (uint64_t)from, most = (uint64_t)m * f->k;
        uint32_t in_m = residue(f->t, from, m), in_k = residue(f->t, from, f->k);
        for (uint64_t i = 0; i <= span && i < most; i++) {
            if (residues >> in_m & 1)
                *(negative ? &f->below : &f->above) |= (uint64_t)1 << in_k;
            in_m = in_m + 1 == m ? 0 : in_m + 1;
            in_k = in_k + 1 == f->k ? 0 : in_k + 1;
        }
    }
    return true;
}

static vs round_mod(struct vs_pool *p, const void *data, struct vs_type t, vs v)
{
    struct found f = {.t = t, .k = (uint32_t) * (const int64_t *)data};
    if (t.kind != VS_INT)
        return VS_TOP;
    vs_segments(p, t, v, collect, &f);
    uint64_t zero = (f.below | f.above) & 1;
    vs above = vs_congruent(p, t, t.is_signed ? 0 : vs_type_min(t), vs_type_max(t), f.k, f.above | zero);
    if (!t.is_signed)
        return above;
    return vs_join(p, t, above, vs_congruent(p, t, vs_type_min(t), -1, f.k, f.below | zero));
}

static size_t parts_mod(struct vs_pool *p, const void *data, struct vs_type t, vs v, vs *out, size_t limit)
{
    size_t k = (size_t) * (const int64_t *)data;
    if (t.kind != VS_INT)
        return 0;
    return abs_parts_by_pieces(p, data, t, round_mod(p, data, t, v), piece, 2 * k - 1, out, limit);
}

const struct abs_class abs_class_mod = {
    .name = "mod",
    .aliases = {NULL},
    .arguments = "k",
    .help = "the possible remainders of the value divided by k, with the sign that C gives them",
    .tracks = true,
    .make = make_mod,
    .round = round_mod,
    .parts = parts_mod,
};
