/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Floating point: float and double as the host computes them, long double in a value of its own, which no register
 * holds. Source: ISO C11, 6.5 and annex F.
 */
#include "runtime/run/private.h"

#include <math.h>

#define ARITHMETIC(op, a, b)                                                                                           \
    ((op) == CWI_ADD   ? (a) + (b)                                                                                     \
     : (op) == CWI_SUB ? (a) - (b)                                                                                     \
     : (op) == CWI_MUL ? (a) * (b)                                                                                     \
     : (op) == CWI_MIN ? ((a) < (b) ? (a) : (b))                                                                       \
     : (op) == CWI_MAX ? ((a) > (b) ? (a) : (b))                                                                       \
                       : (a) / (b))

static uint64_t compare(enum cwi_op op, long double a, long double b)
{
    switch (op) {
    case CWI_EQ:
        return a == b;
    case CWI_NE:
        return a != b;
    case CWI_LT:
        return a < b;
    case CWI_LE:
        return a <= b;
    case CWI_GT:
        return a > b;
    case CWI_GE:
        return a >= b;
    default:
        return isunordered(a, b);
    }
}

static bool is_comparison(enum cwi_op op)
{
    return (op >= CWI_EQ && op <= CWI_GE) || op == CWI_UNORDERED;
}

long double run_widened(struct shape t, uint64_t bits)
{
    return t.form == FORM_FLOAT    ? run_float(bits)
           : t.form == FORM_DOUBLE ? run_double(bits)
           : t.is_signed           ? (long double)(int64_t)bits
                                   : (long double)bits;
}

/* Any number as the widest kind: exact. */
static long double number(const struct node *n, struct frame *f, uint32_t *undef)
{
    if (n->t.form == FORM_LONG_DOUBLE)
        return run_eval_wide(n, f);
    struct val v = run_eval(n, f);
    *undef |= v.undef;
    return run_widened(n->t, v.bits);
}

struct val run_eval_floating(const struct node *n, struct frame *f)
{
    enum cwi_op op = (enum cwi_op)n->op;
    struct val r = {0};
    if (is_comparison(op)) {
        long double a = number(n->a, f, &r.undef), b = number(n->b, f, &r.undef);
        r.bits = compare(op, a, b);
    } else {
        struct val a = run_eval(n->a, f), b = run_eval(n->b, f);
        r.undef = a.undef | b.undef;
        if (n->t.form == FORM_FLOAT)
            r.bits = run_float_bits(ARITHMETIC(op, run_float(a.bits), run_float(b.bits)));
        else
            r.bits = run_double_bits(ARITHMETIC(op, run_double(a.bits), run_double(b.bits)));
    }
    r.undef = r.undef ? ALL_BYTES : 0;
    return r;
}

uint64_t run_narrowed(long double x, struct shape t)
{
    switch (t.form) {
    case FORM_FLOAT:
        return run_float_bits((float)x);
    case FORM_DOUBLE:
        return run_double_bits((double)x);
    default:
        return run_fit(t.is_signed || x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x, t);
    }
}

long double run_eval_wide(const struct node *n, struct frame *f)
{
    uint32_t undef = 0;
    switch ((enum node_kind)n->kind) {
    case NODE_CONST:
        return n->wide;
    case NODE_LOAD: {
        uint32_t object;
        long double x;
        memcpy(&x, run_place(n->place, f, false, &object), sizeof x);
        return x;
    }
    case NODE_COND:
        return run_eval_wide(run_eval(n->a, f).bits ? n->b : n->c, f);
    case NODE_UNARY: {
        long double x = number(n->a, f, &undef);
        return n->op == CWI_NEG ? -x : n->op == CWI_ABS ? fabsl(x) : x;
    }
    case NODE_BINARY: {
        long double a = number(n->a, f, &undef), b = number(n->b, f, &undef);
        return ARITHMETIC((enum cwi_op)n->op, a, b);
    }
    default:
        run_refuse(f->m, "%s", n->src && n->src->name ? n->src->name : "a long double of this kind");
    }
}

uint64_t run_float_sign(const struct node *n, uint64_t bits)
{
    bool is_float = n->t.form == FORM_FLOAT;
    uint64_t sign = is_float ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
    return n->op == CWI_NEG ? bits ^ sign : bits & ~sign;
}
