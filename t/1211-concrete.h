/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The concrete half of 1211-interpret.h: memory, places, the value of expressions. An address is an address here.
 */
#ifndef CWOLF_CONCRETE_H
#define CWOLF_CONCRETE_H

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/predicates/predicates.h"

enum { MOST_STEPS = 3000, DEEPEST = 40, NEITHER = 2 };

struct object {
    uint8_t *at;
    uint64_t size;
};
struct frame {
    cwi_id func;
    uint8_t **vars; /* by variable id; NULL: static */
    uint64_t result;
};
struct machine {
    const struct cwi_unit *u;
    const struct pred_abstraction *abs;
    struct VEC(struct object) live;
    uint8_t **statics;
    const uint64_t *inputs;
    uint32_t input_count, used, steps, depth;
    bool failed; /* an assertion */
    jmp_buf end;
    char fault[800];  /* a step that the Boolean program does not have */
    uint64_t checked; /* assignments with a definite value */
};

/* ---- values ------------------------------------------------------------------------------------------------------ */

static uint64_t cut(uint64_t x, uint32_t bits)
{
    return bits < 64 ? x & ((UINT64_C(1) << bits) - 1) : x;
}
static int64_t extended(uint64_t x, uint32_t bits)
{
    return bits < 64 && x >> (bits - 1) & 1 ? (int64_t)(x | ~UINT64_C(0) << bits) : (int64_t)x;
}
static bool is_signed_type(const struct cwi_type *t)
{
    return t->kind == CWI_INT && t->is_signed;
}
static bool is_live(const struct machine *m, const uint8_t *p, uint64_t size)
{
    for (size_t i = 0; i < m->live.count; i++)
        if (p >= m->live.items[i].at && p + size <= m->live.items[i].at + m->live.items[i].size)
            return true;
    return false;
}

static uint64_t eval(struct machine *m, struct frame *f, const struct cwi_expr *e, bool *fine);

static uint8_t *place(struct machine *m, struct frame *f, const struct cwi_expr *e, bool *fine)
{
    switch (e->kind) {
    case CWI_VAR:
        return f->vars[e->ref] ? f->vars[e->ref] : m->statics[e->ref];
    case CWI_DEREF:
        return (uint8_t *)(uintptr_t)eval(m, f, e->a, fine);
    case CWI_FIELD:
        return place(m, f, e->a, fine) + e->offset;
    case CWI_INDEX: {
        uint64_t stride = e->offset ? e->offset : cwi_type_of(m->u, e->type)->size;
        const struct cwi_type *t = cwi_type_of(m->u, e->b->type);
        uint64_t i = eval(m, f, e->b, fine);
        return place(m, f, e->a, fine) + (uint64_t)(is_signed_type(t) ? extended(i, t->bits) : (int64_t)i) * stride;
    }
    default:
        *fine = false;
        return NULL;
    }
}

static uint64_t load(struct machine *m, struct frame *f, const struct cwi_expr *e, bool *fine)
{
    const struct cwi_type *t = cwi_type_of(m->u, e->type);
    uint64_t x = 0, size = e->bit_width ? (e->bit_pos + e->bit_width + 7u) / 8 : t->size;
    uint8_t *p = place(m, f, e, fine);
    if (!*fine || !is_live(m, p, size) || size > 8)
        return *fine = false, 0;
    memcpy(&x, p, size);
    return e->bit_width ? cut(x >> e->bit_pos, e->bit_width) : cut(x, t->bits);
}

static uint64_t divided(enum cwi_op op, bool is_signed, uint64_t a, uint64_t b, uint32_t bits, bool *fine)
{
    int64_t x = extended(a, bits), y = extended(b, bits);
    if (!b || (is_signed && y == -1))
        return *fine &= b != 0, b ? (op == CWI_MOD ? 0 : cut(0 - a, bits)) : 0;
    if (op == CWI_DIV || op == CWI_EXACTDIV)
        return is_signed ? (uint64_t)(x / y) : a / b;
    if (op == CWI_MOD)
        return is_signed ? (uint64_t)(x % y) : a % b;
    return *fine = false, 0;
}

static uint64_t binary(struct machine *m, struct frame *f, const struct cwi_expr *e, bool *fine)
{
    const struct cwi_type *t = cwi_type_of(m->u, e->a->type), *tb = cwi_type_of(m->u, e->b->type);
    uint64_t a = eval(m, f, e->a, fine);
    if (e->op == CWI_LOGAND || e->op == CWI_LOGOR) {
        uint64_t b = eval(m, f, e->b, fine);
        return e->op == CWI_LOGAND ? a && b : a || b;
    }
    uint64_t b = eval(m, f, e->b, fine);
    int64_t x = extended(a, t->bits), y = extended(b, tb->bits);
    bool s = is_signed_type(t);
    switch (e->op) {
    case CWI_ADD:
        return a + b;
    case CWI_PTRADD:
        return a + (is_signed_type(tb) ? (uint64_t)y : b);
    case CWI_SUB:
    case CWI_PTRSUB:
        return a - b;
    case CWI_MUL:
        return a * b;
    case CWI_DIV:
    case CWI_EXACTDIV:
    case CWI_MOD:
        return divided(e->op, s, a, b, t->bits, fine);
    case CWI_AND:
        return a & b;
    case CWI_OR:
        return a | b;
    case CWI_XOR:
        return a ^ b;
    case CWI_SHL:
        return b < t->bits ? a << b : (*fine = false, 0);
    case CWI_SHR:
        return b < t->bits ? (s ? (uint64_t)(x >> b) : a >> b) : (*fine = false, 0);
    case CWI_MIN:
        return s ? (uint64_t)(x < y ? x : y) : a < b ? a : b;
    case CWI_MAX:
        return s ? (uint64_t)(x > y ? x : y) : a > b ? a : b;
    case CWI_EQ:
        return a == b;
    case CWI_NE:
        return a != b;
    case CWI_LT:
        return s ? x < y : a < b;
    case CWI_LE:
        return s ? x <= y : a <= b;
    case CWI_GT:
        return s ? x > y : a > b;
    case CWI_GE:
        return s ? x >= y : a >= b;
    default:
        return *fine = false, 0;
    }
}

static uint64_t eval(struct machine *m, struct frame *f, const struct cwi_expr *e, bool *fine)
{
    uint32_t bits = cwi_type_of(m->u, e->type)->bits;
    switch (e->kind) {
    case CWI_CONST:
        return cut((uint64_t)e->value, bits);
    case CWI_VAR:
    case CWI_DEREF:
    case CWI_FIELD:
    case CWI_INDEX:
        return load(m, f, e, fine);
    case CWI_ADDR:
        return (uint64_t)(uintptr_t)place(m, f, e->a, fine);
    case CWI_FUNCREF:
        return UINT64_C(0x1000000) * e->ref;
    case CWI_BOUND:
        return cut(f->result, bits);
    case CWI_COND:
        return eval(m, f, e->a, fine) ? eval(m, f, e->b, fine) : eval(m, f, e->c, fine);
    case CWI_BINARY:
        return cut(binary(m, f, e, fine), bits);
    case CWI_UNARY: {
        const struct cwi_type *t = cwi_type_of(m->u, e->a->type);
        uint64_t a = eval(m, f, e->a, fine);
        int64_t x = extended(a, t->bits);
        switch (e->op) {
        case CWI_NEG:
            return cut(0 - a, bits);
        case CWI_BITNOT:
            return cut(~a, bits);
        case CWI_LOGNOT:
            return !a;
        case CWI_ABS:
            return cut((uint64_t)(x < 0 ? -x : x), bits);
        case CWI_CONVERT:
            return cut(is_signed_type(t) ? (uint64_t)x : a, bits);
        default:
            return *fine = false, 0;
        }
    }
    default:
        return *fine = false, 0;
    }
}

#endif
