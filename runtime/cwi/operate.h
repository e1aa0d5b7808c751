/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * operate: what the operators of the intermediate form give for integers. Inline, because runs spend their time here.
 * Source: ISO C11, 6.5; for what it leaves open, GCC on x86-64.
 */
#ifndef CWOLF_CWI_OPERATE_H
#define CWOLF_CWI_OPERATE_H

#include "runtime/cwi/cwi.h"

/* The lowest `bits` of x, extended to 64. */
static inline uint64_t cwi_extended(uint64_t x, bool is_signed, unsigned bits)
{
    unsigned drop = 64u - bits;
    return is_signed ? (uint64_t)((int64_t)(x << drop) >> drop) : x << drop >> drop;
}

static inline bool cwi_less(bool is_signed, uint64_t a, uint64_t b)
{
    return is_signed ? (int64_t)a < (int64_t)b : a < b;
}

static inline uint64_t cwi_divide(enum cwi_op op, bool is_signed, uint64_t a, uint64_t b)
{
    bool is_rest = op == CWI_MOD || op == CWI_FLOORMOD;
    if (!b)
        return is_rest ? a : UINT64_MAX;
    if (!is_signed)
        return is_rest ? a % b : a / b + (op == CWI_CEILDIV && a % b);
    int64_t x = (int64_t)a, y = (int64_t)b;
    if (y == -1)
        return is_rest ? 0 : 0 - a;
    int64_t q = x / y, r = x % y;
    bool is_down = r && (r < 0) != (y < 0);
    switch (op) {
    case CWI_MOD:
        return (uint64_t)r;
    case CWI_FLOORMOD:
        return (uint64_t)(is_down ? r + y : r);
    case CWI_FLOORDIV:
        return (uint64_t)(q - is_down);
    case CWI_CEILDIV:
        return (uint64_t)(q + (r && !is_down));
    default:
        return (uint64_t)q;
    }
}

static inline uint64_t cwi_rotate(uint64_t a, uint64_t count, unsigned bits)
{
    uint64_t mask = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    a &= mask;
    count %= bits;
    return count ? (a << count | a >> (bits - count)) & mask : a;
}

static inline uint64_t cwi_shift(enum cwi_op op, bool is_signed, unsigned bits, uint64_t a, uint64_t count)
{
    count &= bits > 32 ? 63 : 31; /* as the host's instructions do */
    if (op == CWI_SHL)
        return a << count;
    return is_signed ? (uint64_t)((int64_t)a >> count) : a >> count;
}

/* A binary operator on integers of 1 to 64 bits that are extended to 64 by their signedness (of the first operand;
 * comparisons and shifts go by it too). The result is not cut to its width. Shifts take the count's lowest 5 bits, or 6
 * of more than 32, as the host does; a quotient by 0 is all ones, a remainder by 0 the first operand. Not
 * CWI_UNORDERED. */
static inline uint64_t cwi_operate(enum cwi_op op, bool is_signed, unsigned bits, uint64_t a, uint64_t b)
{
    switch (op) {
    case CWI_ADD:
    case CWI_PTRADD:
        return a + b;
    case CWI_SUB:
    case CWI_PTRSUB:
        return a - b;
    case CWI_MUL:
        return a * b;
    case CWI_AND:
        return a & b;
    case CWI_OR:
        return a | b;
    case CWI_XOR:
        return a ^ b;
    case CWI_SHL:
    case CWI_SHR:
        return cwi_shift(op, is_signed, bits, a, b);
    case CWI_ROTL:
        return cwi_rotate(a, b, bits);
    case CWI_ROTR:
        return cwi_rotate(a, bits - b % bits, bits);
    case CWI_MIN:
        return cwi_less(is_signed, a, b) ? a : b;
    case CWI_MAX:
        return cwi_less(is_signed, a, b) ? b : a;
    case CWI_EQ:
        return a == b;
    case CWI_NE:
        return a != b;
    case CWI_LT:
        return cwi_less(is_signed, a, b);
    case CWI_LE:
        return !cwi_less(is_signed, b, a);
    case CWI_GT:
        return cwi_less(is_signed, b, a);
    case CWI_GE:
        return !cwi_less(is_signed, a, b);
    case CWI_LOGAND:
        return a && b;
    case CWI_LOGOR:
        return a || b;
    default:
        return cwi_divide(op, is_signed, a, b);
    }
}

#endif
