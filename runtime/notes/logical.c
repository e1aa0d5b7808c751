/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * logical.c: && and || of annotations. C evaluates the second operand only where the first does not decide.
 *
 * In code, GCC has made branches of that, and the operators that are left (CWI_LOGAND, CWI_LOGOR) evaluate both
 * operands. So where the second operand may have no value the tree is a conditional, which every engine evaluates as C
 * does; elsewhere the order makes no difference, and the operator is kept. Source: C11 6.5.13, 6.5.14.
 */
#include "runtime/cwi/edit.h"
#include "runtime/notes/parse.h"

static bool may_lack_value(const struct cwi_unit *u, const struct cwi_expr *e);

/* Finding a place reads the pointer it starts from and its indices. */
static bool place_may_lack_value(const struct cwi_unit *u, const struct cwi_expr *e)
{
    for (; e->kind == CWI_FIELD || e->kind == CWI_INDEX; e = e->a)
        if (e->kind == CWI_INDEX && may_lack_value(u, e->b))
            return true;
    return e->kind == CWI_DEREF && may_lack_value(u, e->a);
}

static bool operation_may_lack_value(const struct cwi_unit *u, const struct cwi_expr *e)
{
    const struct cwi_type *t = type_of(u, e->b);
    switch (e->op) {
    case CWI_DIV:
    case CWI_MOD:
        if (is_float(u, e->b))
            return false;
        return e->b->kind != CWI_CONST || !e->b->value || (t->is_signed && e->b->value == -1);
    case CWI_SHL:
    case CWI_SHR:
        return e->b->kind != CWI_CONST;
    default:
        return false;
    }
}

/* An access outside of an object, a quotient or a shift that C does not define. Signed overflow wraps around. */
static bool may_lack_value(const struct cwi_unit *u, const struct cwi_expr *e)
{
    if (!e)
        return false;
    if (e->kind == CWI_ADDR)
        return place_may_lack_value(u, e->a);
    if (e->kind == CWI_DEREF || (e->kind == CWI_INDEX && e->b->kind != CWI_CONST) ||
        (e->kind == CWI_BINARY && operation_may_lack_value(u, e)))
        return true;
    return may_lack_value(u, e->a) || may_lack_value(u, e->b) || may_lack_value(u, e->c);
}

static bool is_constant(const struct cwi_expr *e, int64_t value)
{
    return e->kind == CWI_CONST && e->value == value;
}

bool note_is_logical(const struct cwi_unit *u, const struct cwi_expr *e, enum cwi_op *op, const struct cwi_expr **b)
{
    if (e->kind == CWI_BINARY && (e->op == CWI_LOGAND || e->op == CWI_LOGOR)) {
        *op = e->op;
        *b = e->b;
        return true;
    }
    if (e->kind != CWI_COND)
        return false;
    bool is_and = is_constant(e->c, 0);
    *op = is_and ? CWI_LOGAND : CWI_LOGOR;
    *b = is_and ? e->b : e->c;
    return (is_and || is_constant(e->b, 1)) && note_is_truth(u, e->a) && note_is_truth(u, *b) && may_lack_value(u, *b);
}

const struct cwi_expr *note_logical(struct arena *a, struct cwi_unit *u, enum cwi_op op, const struct cwi_expr *x,
                                    const struct cwi_expr *y)
{
    cwi_id type = note_int_type(u);
    if (x->kind == CWI_CONST)
        return (x->value != 0) == (op == CWI_LOGOR) ? cwi_expr_const(a, type, op == CWI_LOGOR) : y;
    if (!may_lack_value(u, y))
        return cwi_expr_binary(a, op, type, x, y);
    struct cwi_expr *e = ARENA_NEW(a, struct cwi_expr);
    *e = (struct cwi_expr){.kind = CWI_COND, .type = type, .a = x};
    e->b = op == CWI_LOGAND ? y : cwi_expr_const(a, type, 1);
    e->c = op == CWI_LOGAND ? cwi_expr_const(a, type, 0) : y;
    return e;
}
