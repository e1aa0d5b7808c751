/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a condition says of cells where it holds, or where it does not.
 */
#include "private.h"
#include "runtime/cwi/operate.h"

/* What is converted without loss. */
static const struct cwi_expr *plain(const struct search *x, const struct cwi_expr *e)
{
    while (e->kind == CWI_UNARY && e->op == CWI_CONVERT) {
        const struct cwi_type *to = cwi_type_of(x->u, e->type), *from = cwi_type_of(x->u, e->a->type);
        bool is_word = (from->kind == CWI_INT || from->kind == CWI_PTR) && (to->kind == CWI_INT || to->kind == CWI_PTR);
        if (!is_word || to->bits < from->bits)
            break;
        e = e->a;
    }
    return e;
}

static bool find_cell(struct search *x, const struct working *w, const struct cwi_expr *e, uint32_t *cell)
{
    if (!cwi_is_lvalue(e) || e->is_volatile)
        return false;
    struct target t = typestate_resolve(x, w, e);
    return typestate_cell_of(x, &t, e->type, cell);
}

/* The expression holds this value: what is below its conversions does, where that is the same number. */
static void equate(struct search *x, struct working *w, const struct cwi_expr *e, struct known v)
{
    const struct cwi_expr *cell_of = plain(x, e);
    uint32_t cell;
    if (!find_cell(x, w, cell_of, &cell) || v.kind == KNOWN_NOTHING || v.kind == KNOWN_DEAD)
        return;
    struct known below = typestate_convert(x, v, e->type, cell_of->type);
    if (known_same(typestate_convert(x, below, cell_of->type, e->type), v))
        typestate_set(w, cell, below);
}

/* The cell is not zero: what that adds to what is known. */
static void not_zero(struct working *w, uint32_t cell)
{
    struct known was = typestate_get(w, cell);
    if (was.kind == KNOWN_NOTHING)
        typestate_set(w, cell, known_not_zero);
    else if (was.kind == KNOWN_APART)
        typestate_set(w, cell, (struct known){KNOWN_APART, 0, 1, 0});
}

static void exclude(struct search *x, struct working *w, const struct cwi_expr *e, struct known v)
{
    const struct cwi_expr *cell_of = plain(x, e);
    uint32_t cell;
    if (!known_is_number(v) || !find_cell(x, w, cell_of, &cell))
        return;
    struct known was = typestate_get(w, cell);
    if (v.lo == 0)
        not_zero(w, cell);
    if (was.kind != KNOWN_RANGE || !known_same(typestate_convert(x, was, cell_of->type, e->type), was))
        return;
    was.lo += was.lo == v.lo;
    was.hi -= was.hi == v.lo;
    if (was.lo <= was.hi)
        typestate_set(w, cell, was);
}

static bool assume_equal(struct search *x, struct working *w, const struct cwi_expr *e, bool is_equal)
{
    struct known a = typestate_eval(x, w, e->a), b = typestate_eval(x, w, e->b);
    int same = typestate_compare(x, e, a, b);
    if (same >= 0)
        return same == is_equal;
    if (!is_equal) {
        exclude(x, w, e->a, b);
        exclude(x, w, e->b, a);
        return true;
    }
    if (!known_is_vague(b) && (b.kind != KNOWN_RANGE || known_is_number(b) || a.kind == KNOWN_NOTHING))
        equate(x, w, e->a, b);
    if (!known_is_vague(a) && (a.kind != KNOWN_RANGE || known_is_number(a) || b.kind == KNOWN_NOTHING))
        equate(x, w, e->b, a);
    return true;
}

/* `e` is at most, or at least, the number. */
static void bound(struct search *x, struct working *w, const struct cwi_expr *e, int64_t number, bool is_most)
{
    uint32_t cell;
    const struct cwi_type *t = e->type ? cwi_type_of(x->u, e->type) : NULL;
    if (!t || t->kind != CWI_INT || t->bits > 32 || !find_cell(x, w, e, &cell))
        return;
    struct known was = typestate_as_read(x, typestate_get(w, cell), e->type);
    int64_t limit = INT64_C(1) << (t->bits - t->is_signed);
    if (was.kind != KNOWN_RANGE)
        was = (struct known){KNOWN_RANGE, 0, t->is_signed ? -limit : 0, limit - 1};
    if (is_most && number < was.hi)
        was.hi = number;
    if (!is_most && number > was.lo)
        was.lo = number;
    if (was.lo <= was.hi)
        typestate_set(w, cell, was);
}

static void assume_order(struct search *x, struct working *w, const struct cwi_expr *e, bool holds)
{
    static const enum cwi_op negated[] = {CWI_GE, CWI_GT, CWI_LE, CWI_LT}; /* of LT, LE, GT, GE */
    enum cwi_op op = holds ? e->op : negated[e->op - CWI_LT];
    struct known a = typestate_eval(x, w, e->a), b = typestate_eval(x, w, e->b);
    int64_t strict = op == CWI_LT || op == CWI_GT;
    bool a_is_less = op == CWI_LT || op == CWI_LE;
    if (b.kind == KNOWN_RANGE && b.lo > INT32_MIN && b.hi < INT32_MAX)
        bound(x, w, e->a, a_is_less ? b.hi - strict : b.lo + strict, a_is_less);
    if (a.kind == KNOWN_RANGE && a.lo > INT32_MIN && a.hi < INT32_MAX)
        bound(x, w, e->b, a_is_less ? a.lo + strict : a.hi - strict, !a_is_less);
}

static bool assume_binary(struct search *x, struct working *w, const struct cwi_expr *e, bool holds)
{
    switch (e->op) {
    case CWI_EQ:
    case CWI_NE:
        return assume_equal(x, w, e, holds == (e->op == CWI_EQ));
    case CWI_LT:
    case CWI_LE:
    case CWI_GT:
    case CWI_GE:
        if (cwi_type_of(x->u, e->a->type)->kind == CWI_INT)
            assume_order(x, w, e, holds);
        return true;
    case CWI_LOGAND:
    case CWI_LOGOR:
        if (holds == (e->op == CWI_LOGAND))
            return typestate_assume(x, w, e->a, holds) && typestate_assume(x, w, e->b, holds);
        if (typestate_truth(typestate_eval(x, w, e->a)) == !holds)
            return typestate_assume(x, w, e->b, holds);
        if (typestate_truth(typestate_eval(x, w, e->b)) == !holds)
            return typestate_assume(x, w, e->a, holds);
        return true;
    default:
        return true;
    }
}

bool typestate_assume(struct search *x, struct working *w, const struct cwi_expr *e, bool holds)
{
    uint32_t cell;
    int truth = typestate_truth(typestate_eval(x, w, e));
    if (truth >= 0)
        return truth == holds;
    e = plain(x, e);
    if (e->kind == CWI_UNARY && e->op == CWI_LOGNOT)
        return typestate_assume(x, w, e->a, !holds);
    if (e->kind == CWI_BINARY)
        return assume_binary(x, w, e, holds);
    if (!find_cell(x, w, e, &cell))
        return true;
    struct known was = typestate_get(w, cell);
    if (!holds)
        typestate_set(w, cell, known_number(0));
    else if (was.kind != KNOWN_RANGE)
        not_zero(w, cell);
    else if (was.lo == 0 && was.hi > 0)
        typestate_set(w, cell, (struct known){KNOWN_RANGE, 0, 1, was.hi});
    return true;
}
