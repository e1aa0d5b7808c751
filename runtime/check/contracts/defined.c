/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where an expression of a contract has a value: a condition that can be evaluated everywhere, and is 0 where the
 * expression divides by zero, follows a null pointer or looks outside of an array. What else a pointer may lead to no
 * expression tells.
 */
#include "runtime/check/private.h"
#include "runtime/cwi/edit.h"

struct definedness {
    struct arena *a;
    struct cwi_unit *u;
    const struct check_old *olds;
    size_t old_count;
    cwi_id truth;
};

/* NULL stands for true. */
static const struct cwi_expr *both(const struct definedness *x, const struct cwi_expr *p, const struct cwi_expr *q)
{
    return !p ? q : !q ? p : note_logical(x->a, x->u, CWI_LOGAND, p, q);
}

static const struct cwi_expr *compare(const struct definedness *x, enum cwi_op op, const struct cwi_expr *e, int64_t k)
{
    return cwi_expr_binary(x->a, op, x->truth, e, cwi_expr_const(x->a, e->type, k));
}

static const struct cwi_expr *defined(const struct definedness *x, const struct cwi_expr *e);

static const struct cwi_expr *element_exists(const struct definedness *x, const struct cwi_expr *e)
{
    const struct cwi_type *t = cwi_type_of(x->u, e->a->type);
    if (e->b->kind == CWI_CONST || t->kind != CWI_ARRAY || t->count == CWI_UNKNOWN || t->count > INT32_MAX)
        return NULL;
    return both(x, compare(x, CWI_GE, e->b, 0), compare(x, CWI_LT, e->b, (int64_t)t->count));
}

/* Whether the place can be found; what a pointer leads to is asked for where `is_read`. */
static const struct cwi_expr *place_exists(const struct definedness *x, const struct cwi_expr *e, bool is_read)
{
    switch (e->kind) {
    case CWI_FIELD:
        return place_exists(x, e->a, is_read);
    case CWI_INDEX:
        return both(x, place_exists(x, e->a, is_read),
                    both(x, defined(x, e->b), is_read ? element_exists(x, e) : NULL));
    case CWI_DEREF:
        return both(x, defined(x, e->a), is_read ? compare(x, CWI_NE, e->a, 0) : NULL);
    default:
        for (size_t i = 0; e->kind == CWI_VAR && i < x->old_count; i++)
            if (x->olds[i].var == e->ref && x->olds[i].is_defined)
                return compare(x, CWI_NE, cwi_expr_var(x->a, x->u, x->olds[i].is_defined), 0);
        return NULL;
    }
}

static const struct cwi_expr *quotient_exists(const struct definedness *x, const struct cwi_expr *e)
{
    const struct cwi_type *t = cwi_type_of(x->u, e->b->type);
    if ((e->op != CWI_DIV && e->op != CWI_MOD) || t->kind != CWI_INT)
        return NULL;
    const struct cwi_expr *by_some = e->b->kind == CWI_CONST && e->b->value ? NULL : compare(x, CWI_NE, e->b, 0);
    if (!t->is_signed || t->bits > 64 || (e->b->kind == CWI_CONST && e->b->value != -1))
        return by_some;
    int64_t least = t->bits == 64 ? INT64_MIN : -(INT64_C(1) << (t->bits - 1));
    const struct cwi_expr *fits =
        note_logical(x->a, x->u, CWI_LOGOR, compare(x, CWI_NE, e->a, least), compare(x, CWI_NE, e->b, -1));
    return both(x, by_some, fits);
}

/* Of `cond` ? p : q, where only one of the arms is evaluated. */
static const struct cwi_expr *chosen(const struct definedness *x, const struct cwi_expr *cond, const struct cwi_expr *p,
                                     const struct cwi_expr *q)
{
    const struct cwi_expr *one = cwi_expr_const(x->a, x->truth, 1);
    if (!p && !q)
        return defined(x, cond);
    struct cwi_expr *arm = ARENA_NEW(x->a, struct cwi_expr);
    *arm = (struct cwi_expr){.kind = CWI_COND, .type = x->truth, .a = cond, .b = p ? p : one, .c = q ? q : one};
    return both(x, defined(x, cond), arm);
}

static const struct cwi_expr *defined(const struct definedness *x, const struct cwi_expr *e)
{
    if (!e)
        return NULL;
    if (cwi_is_lvalue(e))
        return place_exists(x, e, true);
    if (e->kind == CWI_ADDR)
        return place_exists(x, e->a, false);
    if (e->kind == CWI_COND)
        return chosen(x, e->a, defined(x, e->b), defined(x, e->c));
    if (e->kind == CWI_BINARY && e->op == CWI_LOGAND)
        return chosen(x, e->a, defined(x, e->b), NULL);
    if (e->kind == CWI_BINARY && e->op == CWI_LOGOR)
        return chosen(x, e->a, NULL, defined(x, e->b));
    const struct cwi_expr *operands = both(x, defined(x, e->a), defined(x, e->b));
    return e->kind == CWI_BINARY ? both(x, operands, quotient_exists(x, e)) : operands;
}

const struct cwi_expr *check_defined(struct arena *a, struct cwi_unit *u, const struct cwi_expr *e,
                                     const struct check_old *olds, size_t count)
{
    struct definedness x = {a, u, olds, count, cwi_int_type(u, 32, true)};
    return defined(&x, e);
}
