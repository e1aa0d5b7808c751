/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ctype.c: C's types as expressions need them: widths of the target, promotions, usual conversions, decay, truth
 * values.
 *
 * Results of operations have unnamed integer types of the unit, one for each width and signedness; a conversion between
 * two types of one shape is left out. Source: C11 6.3, with GCC's widths (int has 16 bits where pointers do).
 */
#include "runtime/cwi/edit.h"
#include "runtime/notes/parse.h"

uint32_t note_int_bits(const struct cwi_unit *u)
{
    return u->pointer_bits == 16 ? 16 : 32;
}

uint32_t note_long_bits(const struct cwi_unit *u)
{
    return u->pointer_bits == 64 ? 64 : 32;
}

cwi_id note_int_type(struct cwi_unit *u)
{
    return cwi_int_type(u, note_int_bits(u), true);
}

cwi_id note_size_type(struct cwi_unit *u, bool is_signed)
{
    return cwi_int_type(u, u->pointer_bits, is_signed);
}

cwi_id note_pointer_to(struct cwi_unit *u, cwi_id type)
{
    for (cwi_id i = 1; i < u->types.count; i++) {
        const struct cwi_type *t = u->types.items[i];
        if (t->kind == CWI_PTR && t->of == type && t->bits == u->pointer_bits)
            return i;
    }
    struct cwi_type t = {.kind = CWI_PTR, .of = type, .bits = u->pointer_bits, .size = u->pointer_bits / 8};
    return cwi_add_type(u, &t);
}

cwi_id note_float_type(struct cwi_unit *u, uint32_t bits)
{
    for (cwi_id i = 1; i < u->types.count; i++)
        if (u->types.items[i]->kind == CWI_FLOAT && u->types.items[i]->bits == bits && !u->types.items[i]->is_volatile)
            return i;
    struct cwi_type t = {.kind = CWI_FLOAT, .bits = bits, .size = bits / 8, .name = bits == 32 ? "float" : "double"};
    return cwi_add_type(u, &t);
}

bool note_same_shape(const struct cwi_type *x, const struct cwi_type *y)
{
    if (x == y)
        return true;
    if (x->kind != y->kind || x->bits != y->bits)
        return false;
    return x->kind == CWI_INT ? x->is_signed == y->is_signed : x->kind == CWI_PTR || x->kind == CWI_FLOAT;
}

int64_t note_fit_value(int64_t value, uint32_t bits, bool is_signed)
{
    if (bits >= 64 || !bits)
        return value;
    uint64_t v = (uint64_t)value & (((uint64_t)1 << bits) - 1);
    if (is_signed && v >> (bits - 1))
        v |= UINT64_MAX << bits;
    return (int64_t)v;
}

struct vs_type note_value_type(const struct cwi_unit *u, cwi_id type)
{
    const struct cwi_type *t = type ? cwi_type_of(u, type) : NULL;
    while (t && t->kind == CWI_ARRAY)
        t = cwi_type_of(u, t->of);
    struct vs_type v = {0};
    if (!t || t->bits > 128 || (t->kind != CWI_INT && t->kind != CWI_PTR && t->kind != CWI_FLOAT))
        return v;
    v.kind = t->kind == CWI_INT ? VS_INT : t->kind == CWI_PTR ? VS_PTR : VS_FLOAT;
    v.bits = (uint8_t)t->bits;
    v.is_signed = t->kind == CWI_INT && t->is_signed;
    return v;
}

/* ---- conversions ------------------------------------------------------------------------------------------------- */

struct vs_type note_promoted_shape(const struct cwi_unit *u, const struct cwi_expr *e)
{
    struct vs_type t = note_value_type(u, e->type);
    if (t.kind != VS_INT)
        return t;
    uint32_t bits = e->kind == CWI_FIELD && e->bit_width && t.bits <= note_int_bits(u) ? e->bit_width : t.bits;
    if (bits < note_int_bits(u)) {
        t.bits = (uint8_t)note_int_bits(u);
        t.is_signed = true;
    }
    return t;
}

struct vs_type note_usual_shape(struct vs_type x, struct vs_type y)
{
    if (x.kind == VS_FLOAT || y.kind == VS_FLOAT)
        return x.kind != VS_FLOAT ? y : y.kind != VS_FLOAT || x.bits >= y.bits ? x : y;
    if (x.bits != y.bits)
        return x.bits > y.bits ? x : y;
    return x.is_signed ? y : x;
}

cwi_id note_promoted_type(struct cwi_unit *u, const struct cwi_expr *e)
{
    struct vs_type t = note_promoted_shape(u, e);
    return t.kind == VS_INT && t.bits ? cwi_int_type(u, t.bits, t.is_signed) : e->type;
}

cwi_id note_usual_type(struct cwi_unit *u, cwi_id x, cwi_id y)
{
    struct vs_type tx = note_value_type(u, x), t = note_usual_shape(tx, note_value_type(u, y));
    if (t.kind == VS_INT)
        return cwi_int_type(u, t.bits, t.is_signed);
    return tx.kind == VS_FLOAT && tx.bits == t.bits ? x : y;
}

const struct cwi_expr *note_float_const(struct arena *a, cwi_id type, double value)
{
    struct cwi_expr *e = ARENA_NEW(a, struct cwi_expr);
    e->kind = CWI_FCONST;
    e->type = type;
    e->fvalue = value;
    return e;
}

static const struct cwi_expr *convert_const(struct arena *a, const struct cwi_unit *u, const struct cwi_expr *e,
                                            cwi_id type)
{
    const struct cwi_type *from = type_of(u, e), *to = cwi_type_of(u, type);
    if (e->kind == CWI_FCONST) {
        if (to->kind == CWI_FLOAT)
            return note_float_const(a, type, to->bits == 32 ? (double)(float)e->fvalue : e->fvalue);
        /* Out of range is undefined in C: left to the engine. */
        if (to->kind == CWI_INT && e->fvalue > -9e18 && e->fvalue < 9e18 &&
            note_fit_value((int64_t)e->fvalue, to->bits, to->is_signed) == (int64_t)e->fvalue)
            return cwi_expr_const(a, type, (int64_t)e->fvalue);
        return NULL;
    }
    if (to->kind == CWI_FLOAT) {
        double v = from->is_signed ? (double)e->value : (double)(uint64_t)e->value;
        return note_float_const(a, type, to->bits == 32 ? (double)(float)v : v);
    }
    if (to->kind == CWI_INT)
        return cwi_expr_const(a, type,
                              to->bits == 1 ? e->value != 0 : note_fit_value(e->value, to->bits, to->is_signed));
    return cwi_expr_const(a, type, note_fit_value(e->value, to->bits, false));
}

const struct cwi_expr *note_convert(struct arena *a, struct cwi_unit *u, const struct cwi_expr *e, cwi_id type)
{
    const struct cwi_type *from = type_of(u, e), *to = cwi_type_of(u, type);
    if (from->kind != CWI_INT && from->kind != CWI_FLOAT && from->kind != CWI_PTR)
        return NULL;
    if (to->kind != CWI_INT && to->kind != CWI_FLOAT && to->kind != CWI_PTR)
        return NULL;
    if ((from->kind == CWI_PTR && to->kind == CWI_FLOAT) || (from->kind == CWI_FLOAT && to->kind == CWI_PTR))
        return NULL;
    if (e->kind == CWI_CONST || e->kind == CWI_FCONST) {
        const struct cwi_expr *folded = e->type == type ? e : convert_const(a, u, e, type);
        if (folded)
            return folded;
    }
    /* A bit-field's value promotes otherwise than a value of its declared type does: the conversion stays. */
    bool is_bits = e->kind == CWI_FIELD && e->bit_width;
    if (e->type == type ? !is_bits : note_same_shape(from, to) && to->kind != CWI_PTR && !is_bits)
        return e;
    if (to->kind == CWI_INT && to->bits == 1 && !note_is_truth(u, e))
        e = note_truth(a, u, e);
    return cwi_expr_unary(a, CWI_CONVERT, type, e);
}

const struct cwi_expr *note_decay(struct arena *a, struct cwi_unit *u, const struct cwi_expr *e)
{
    const struct cwi_type *t = type_of(u, e);
    if (t->kind != CWI_ARRAY)
        return e;
    const struct cwi_expr *first = cwi_expr_index(a, t->of, e, cwi_expr_const(a, note_size_type(u, true), 0));
    return cwi_expr_addr(a, note_pointer_to(u, t->of), first);
}

/* ---- truth values ------------------------------------------------------------------------------------------------ */

bool note_is_truth(const struct cwi_unit *u, const struct cwi_expr *e)
{
    enum cwi_op op;
    const struct cwi_expr *b;
    if (e->kind == CWI_UNARY)
        return e->op == CWI_LOGNOT;
    if (e->kind == CWI_BINARY)
        return (e->op >= CWI_EQ && e->op <= CWI_GE) || e->op == CWI_LOGAND || e->op == CWI_LOGOR;
    return note_is_logical(u, e, &op, &b);
}

const struct cwi_expr *note_truth(struct arena *a, struct cwi_unit *u, const struct cwi_expr *e)
{
    if (note_is_truth(u, e))
        return note_convert(a, u, e, note_int_type(u));
    if (e->kind == CWI_CONST)
        return cwi_expr_const(a, note_int_type(u), e->value != 0);
    return note_against_zero(a, u, CWI_NE, e);
}

const struct cwi_expr *note_against_zero(struct arena *a, struct cwi_unit *u, enum cwi_op op, const struct cwi_expr *e)
{
    cwi_id type = note_promoted_type(u, e);
    const struct cwi_expr *zero = is_float(u, e) ? note_float_const(a, type, 0) : cwi_expr_const(a, type, 0);
    return cwi_expr_binary(a, op, note_int_type(u), note_convert(a, u, e, type), zero);
}

/* ---- constants --------------------------------------------------------------------------------------------------- */

static bool compare(enum cwi_op op, int order)
{
    switch (op) {
    case CWI_EQ:
        return order == 0;
    case CWI_NE:
        return order != 0;
    case CWI_LT:
        return order < 0;
    case CWI_LE:
        return order <= 0;
    case CWI_GT:
        return order > 0;
    default:
        return order >= 0;
    }
}

static uint64_t divide(enum cwi_op op, bool is_signed, int64_t x, int64_t y)
{
    if (!is_signed)
        return op == CWI_DIV ? (uint64_t)x / (uint64_t)y : (uint64_t)x % (uint64_t)y;
    if (y == -1)
        return op == CWI_DIV ? 0 - (uint64_t)x : 0;
    return (uint64_t)(op == CWI_DIV ? x / y : x % y);
}

const struct cwi_expr *note_fold_binary(struct arena *a, const struct cwi_unit *u, enum cwi_op op, cwi_id type,
                                        const struct cwi_expr *x, const struct cwi_expr *y, const char **why)
{
    *why = NULL;
    const struct cwi_type *t = type_of(u, x), *result = cwi_type_of(u, type);
    if (y->kind == CWI_CONST && y->value == 0 && (op == CWI_DIV || op == CWI_MOD))
        *why = "division by zero";
    if (y->kind == CWI_CONST && (op == CWI_SHL || op == CWI_SHR) && (uint64_t)y->value >= t->bits)
        *why = "a shift by the type's width or more";
    if (*why || x->kind != CWI_CONST || y->kind != CWI_CONST)
        return NULL;
    uint64_t ux = (uint64_t)x->value, uy = (uint64_t)y->value, v;
    switch (op) {
    case CWI_ADD:
        v = ux + uy;
        break;
    case CWI_SUB:
        v = ux - uy;
        break;
    case CWI_MUL:
        v = ux * uy;
        break;
    case CWI_DIV:
    case CWI_MOD:
        v = divide(op, t->is_signed, x->value, y->value);
        break;
    case CWI_AND:
        v = ux & uy;
        break;
    case CWI_OR:
        v = ux | uy;
        break;
    case CWI_XOR:
        v = ux ^ uy;
        break;
    case CWI_SHL:
        v = ux << uy;
        break;
    case CWI_SHR:
        v = t->is_signed ? (uint64_t)(x->value >> uy) : ux >> uy;
        break;
    case CWI_LOGAND:
        v = ux && uy;
        break;
    case CWI_LOGOR:
        v = ux || uy;
        break;
    case CWI_EQ:
    case CWI_NE:
    case CWI_LT:
    case CWI_LE:
    case CWI_GT:
    case CWI_GE: {
        int order = t->is_signed ? (x->value > y->value) - (x->value < y->value) : (ux > uy) - (ux < uy);
        v = compare(op, order);
        break;
    }
    default:
        return NULL;
    }
    return cwi_expr_const(a, type, note_fit_value((int64_t)v, result->bits, result->is_signed));
}
