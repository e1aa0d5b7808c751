/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the tests of value sets: sets of small types as bit masks (bit i is the i-th value in the type's order), and C's
 * operators on plain ints, written again so that the tests do not believe the code that they test.
 */
#ifndef CWOLF_T_VALUES_H
#define CWOLF_T_VALUES_H

#include "runtime/values/values.h"
#include "tap.h"

#include <stdlib.h>

enum { TRAP = 1 << 20, ANY };

static inline struct vs_type int_type(int bits, int is_signed)
{
    return (struct vs_type){.kind = VS_INT, .bits = (uint8_t)bits, .is_signed = (uint8_t)is_signed};
}
static inline int least(struct vs_type t)
{
    return t.is_signed ? -(1 << (t.bits - 1)) : 0;
}
static inline int wrapped(struct vs_type t, int x)
{
    int n = 1 << t.bits, low = ((x % n) + n) % n;
    return t.is_signed && low >= n / 2 ? low - n : low;
}

static inline int oracle_rotl(struct vs_type t, int x, int by)
{
    int n = 1 << t.bits, low = ((x % n) + n) % n;
    for (int i = 0; i < by; i++)
        low = (low * 2) % n + low * 2 / n;
    return wrapped(t, low);
}

static inline int oracle_floor(int x, int y)
{
    int q = x / y;
    while (y > 0 ? q * y > x : q * y < x)
        q--;
    while (y > 0 ? (q + 1) * y <= x : (q + 1) * y >= x)
        q++;
    return q;
}

/* One choice of operands of at most 8 bits: a value of the result type t, TRAP, or ANY. */
static inline int oracle(enum vs_op op, struct vs_type t, int x, int y)
{
    int max = least(t) + (1 << t.bits) - 1, z;
    switch ((int)op) {
    case VS_NEG:
        return wrapped(t, -x);
    case VS_BITNOT:
        return wrapped(t, -x - 1);
    case VS_LOGNOT:
        return wrapped(t, x == 0);
    case VS_ABS:
        return wrapped(t, abs(x));
    case VS_CONVERT:
        return wrapped(t, x);
    case VS_ADD:
        return wrapped(t, x + y);
    case VS_SUB:
        return wrapped(t, x - y);
    case VS_MUL:
        return wrapped(t, x * y);
    case VS_DIV:
    case VS_EXACTDIV:
        return y == 0 || x / y > max ? TRAP : x / y;
    case VS_MOD:
        return y == 0 ? TRAP : x % y;
    case VS_FLOORDIV:
        return y == 0 || oracle_floor(x, y) > max ? TRAP : oracle_floor(x, y);
    case VS_CEILDIV:
        if (y == 0)
            return TRAP;
        z = oracle_floor(x, y) + (x % y != 0);
        return z > max ? TRAP : z;
    case VS_FLOORMOD:
        return y == 0 ? TRAP : x - y * oracle_floor(x, y);
    case VS_AND:
        return x & y;
    case VS_OR:
        return x | y;
    case VS_XOR:
        return x ^ y;
    case VS_SHL:
        return y < 0 || y >= t.bits ? ANY : wrapped(t, x * (1 << y));
    case VS_SHR:
        return y < 0 || y >= t.bits ? ANY : oracle_floor(x, 1 << y);
    case VS_ROTL:
        return y < 0 || y >= t.bits ? ANY : oracle_rotl(t, x, y);
    case VS_ROTR:
        return y < 0 || y >= t.bits ? ANY : oracle_rotl(t, x, t.bits - y);
    case VS_MIN:
        return x < y ? x : y;
    case VS_MAX:
        return x < y ? y : x;
    case VS_EQ:
        return wrapped(t, x == y);
    case VS_NE:
        return wrapped(t, x != y);
    case VS_LT:
        return wrapped(t, x < y);
    case VS_LE:
        return wrapped(t, x <= y);
    case VS_GT:
        return wrapped(t, x > y);
    case VS_GE:
        return wrapped(t, x >= y);
    case VS_LOGAND:
        return wrapped(t, x && y);
    case VS_UNORDERED:
        return 0;
    default:
        return wrapped(t, x || y);
    }
}

/* The set of a mask, for types of at most 5 bits: built value by value. */
static inline vs of_mask(struct vs_pool *p, struct vs_type t, uint32_t mask)
{
    vs v = VS_BOTTOM;
    for (int i = 0; i < 1 << t.bits; i++)
        if (mask >> i & 1)
            v = vs_join(p, t, v, vs_const(p, t, least(t) + i));
    return v;
}

/* The sets of all masks of a type of at most 4 bits. */
static inline vs *all_sets(struct vs_pool *p, struct vs_type t)
{
    uint32_t n = 1u << (1 << t.bits);
    vs *out = malloc(n * sizeof *out);
    out[0] = VS_BOTTOM;
    for (uint32_t m = 1; m < n; m++)
        out[m] = vs_join(p, t, out[m & (m - 1)], vs_const(p, t, least(t) + __builtin_ctz(m)));
    return out;
}

static inline uint32_t to_mask(const struct vs_pool *p, struct vs_type t, vs v)
{
    uint32_t m = 0;
    for (int i = 0; i < 1 << t.bits; i++)
        m |= (uint32_t)vs_contains(p, t, v, least(t) + i) << i;
    return m;
}

static inline const char *text_of(const struct vs_pool *p, struct vs_type t, vs v)
{
    static struct buf b[4];
    static int next;
    struct buf *out = &b[next++ % 4];
    buf_free(out);
    *out = (struct buf){0};
    vs_print(p, t, v, out, NULL, NULL);
    return buf_str(out);
}

static inline const char *type_name(struct vs_type t)
{
    static char s[4][24];
    static int next;
    char *out = s[next++ % 4];
    snprintf(out, 24, "%s %d bits", t.is_signed ? "signed" : "unsigned", t.bits);
    return out;
}

/* A deterministic sequence. */
static inline uint64_t next_random(uint64_t *seed)
{
    *seed += 0x9e3779b97f4a7c15u;
    return hash_u64(*seed);
}

#endif
