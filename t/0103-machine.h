/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the tests of value sets: C's operators on up to 64 bits as the machine does them, and random sets with known
 * elements.
 */
#ifndef CWOLF_T_MACHINE_H
#define CWOLF_T_MACHINE_H

#include "0100-values.h"

/* One choice of operands of up to 64 bits, as the machine does it; false: trap or anything. */
static inline bool machine(enum vs_op op, struct vs_type t, int64_t x, int64_t y, int64_t *out)
{
    int shift = 64 - t.bits;
    uint64_t ux = (uint64_t)x << shift >> shift, r;
    bool s = t.is_signed;
    int64_t min = vs_type_min(t);
    switch ((int)op) {
    case VS_NEG:
        r = 0 - (uint64_t)x;
        break;
    case VS_BITNOT:
        r = ~(uint64_t)x;
        break;
    case VS_ABS:
        r = s && x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
        break;
    case VS_ADD:
        r = (uint64_t)x + (uint64_t)y;
        break;
    case VS_SUB:
        r = (uint64_t)x - (uint64_t)y;
        break;
    case VS_MUL:
        r = (uint64_t)x * (uint64_t)y;
        break;
    case VS_DIV:
    case VS_EXACTDIV:
        if (y == 0 || (s && y == -1 && x == min))
            return false;
        r = s ? (uint64_t)(x / y) : (uint64_t)x / (uint64_t)y;
        break;
    case VS_FLOORDIV:
    case VS_CEILDIV:
        if (y == 0 || (s && y == -1 && x == min))
            return false;
        r = s ? (uint64_t)(x / y) : (uint64_t)x / (uint64_t)y;
        if (s ? x % y != 0 : (uint64_t)x % (uint64_t)y != 0) {
            bool negative = s && (x < 0) != (y < 0);
            r += op == VS_FLOORDIV ? (negative ? UINT64_MAX : 0) : !negative;
        }
        break;
    case VS_MOD:
    case VS_FLOORMOD:
        if (y == 0)
            return false;
        r = !s ? (uint64_t)x % (uint64_t)y : y == -1 ? 0 : (uint64_t)(x % y);
        if (op == VS_FLOORMOD && s && r && ((int64_t)r < 0) != (y < 0))
            r += (uint64_t)y;
        break;
    case VS_AND:
        r = (uint64_t)(x & y);
        break;
    case VS_OR:
        r = (uint64_t)(x | y);
        break;
    case VS_XOR:
        r = (uint64_t)(x ^ y);
        break;
    case VS_SHL:
    case VS_SHR:
    case VS_ROTL:
    case VS_ROTR:
        if ((uint64_t)y >= t.bits)
            return false;
        r = op == VS_SHL ? ux << y : s ? (uint64_t)(x >> y) : ux >> y;
        if (op == VS_ROTL && y)
            r = ux << y | ux >> (t.bits - y);
        if (op == VS_ROTR && y)
            r = ux >> y | ux << (t.bits - y);
        break;
    case VS_MIN:
        r = (uint64_t)(vs_value_less(t, x, y) ? x : y);
        break;
    default:
        r = (uint64_t)(vs_value_less(t, x, y) ? y : x);
    }
    *out = s ? (int64_t)(r << shift) >> shift : (int64_t)(r << shift >> shift);
    return true;
}

struct sample {
    vs set;
    int64_t value[12];
    int count;
};

static inline int64_t cut(struct vs_type t, uint64_t x)
{
    int shift = 64 - t.bits;
    return t.is_signed ? (int64_t)(x << shift) >> shift : (int64_t)(x << shift >> shift);
}

/* Numbers of all sizes, near powers of two and near the ends of the type. */
static inline int64_t number(struct vs_type t, uint64_t *seed)
{
    uint64_t r = next_random(seed), x = next_random(seed) >> (r % 64);
    if (r >> 8 & 1)
        x = ((uint64_t)1 << (r >> 16) % 64) + (r >> 24) % 5 - 2;
    return cut(t, r >> 9 & 1 ? 0 - x : x);
}

/* A union of one to three random pieces, and some of its elements. */
static inline void make(struct vs_pool *p, struct vs_type t, uint64_t *seed, struct sample *out)
{
    int pieces = 1 + (int)(next_random(seed) % 3);
    *out = (struct sample){.set = VS_BOTTOM};
    for (int i = 0; i < pieces; i++) {
        int64_t lo = number(t, seed),
                hi = next_random(seed) & 1 ? number(t, seed) : cut(t, (uint64_t)lo + next_random(seed) % 50);
        uint32_t k = next_random(seed) & 1 ? 1 : (uint32_t)(next_random(seed) % 64) + 1;
        uint64_t residues = next_random(seed) & next_random(seed) & next_random(seed);
        if (vs_value_less(t, hi, lo)) {
            int64_t swap = lo;
            lo = hi;
            hi = swap;
        }
        vs piece = k == 1 ? vs_interval(p, t, lo, hi) : vs_congruent(p, t, lo, hi, k, residues | 1);
        if (piece == VS_BOTTOM)
            piece = vs_const(p, t, lo);
        int64_t ends[2] = {vs_min(p, t, piece), vs_max(p, t, piece)};
        out->set = vs_join(p, t, out->set, piece);
        for (int j = 0; j < 4; j++) {
            uint64_t span = (uint64_t)hi - (uint64_t)lo;
            int64_t x = j < 2 ? ends[j]
                              : (int64_t)((uint64_t)lo +
                                          (span == UINT64_MAX ? next_random(seed) : next_random(seed) % (span + 1)));
            x = cut(t, (uint64_t)x);
            for (int tries = 0; tries < 200 && !vs_contains(p, t, piece, x); tries++)
                x = cut(t, (uint64_t)x + 1);
            if (vs_contains(p, t, piece, x))
                out->value[out->count++] = x;
        }
    }
}

#endif
