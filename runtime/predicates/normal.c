/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conditions in a form in which equal ones look alike: sums with their constants and equal terms put together, modulo
 * the type's width; atoms of what && and || combine, with the cases of aliases apart.
 */
#include "path.h"
#include "runtime/cwi/edit.h"

enum { MOST_TERMS = 6, MOST_CASES = 4 };

/* The sum of coefficient * term, and k. */
struct sum {
    const struct cwi_expr *terms[MOST_TERMS];
    uint64_t factors[MOST_TERMS], k;
    uint32_t count;
    bool is_too_long;
};

static bool is_int(const struct abstraction *x, cwi_id type)
{
    const struct cwi_type *t = cwi_type_of(x->u, type);
    return t->kind == CWI_INT && t->bits <= 64;
}

static int64_t cut(const struct abstraction *x, cwi_id type, uint64_t value)
{
    uint32_t away = 64 - cwi_type_of(x->u, type)->bits;
    return (int64_t)(value << away) >> away;
}

static void add_term(struct sum *s, const struct cwi_expr *e, uint64_t factor)
{
    uint32_t i = 0;
    while (i < s->count && !cwi_expr_equal(s->terms[i], e))
        i++;
    s->is_too_long |= i == MOST_TERMS;
    if (s->is_too_long)
        return;
    s->terms[i] = e;
    s->factors[i] = i == s->count ? factor : s->factors[i] + factor;
    s->count += i == s->count;
}

static void add(const struct abstraction *x, struct sum *s, const struct cwi_expr *e, uint64_t factor)
{
    bool is_same_width = e->kind == CWI_UNARY && e->op == CWI_CONVERT && is_int(x, e->a->type) && is_int(x, e->type) &&
                         cwi_type_of(x->u, e->a->type)->bits == cwi_type_of(x->u, e->type)->bits;
    if (e->kind == CWI_CONST)
        s->k += factor * (uint64_t)e->value;
    else if (is_same_width)
        add(x, s, e->a, factor);
    else if (e->kind == CWI_UNARY && e->op == CWI_NEG)
        add(x, s, e->a, 0 - factor);
    else if (e->kind == CWI_BINARY && (e->op == CWI_ADD || e->op == CWI_SUB)) {
        add(x, s, e->a, factor);
        add(x, s, e->b, e->op == CWI_SUB ? 0 - factor : factor);
    } else if (e->kind == CWI_BINARY && e->op == CWI_MUL && e->b->kind == CWI_CONST)
        add(x, s, e->a, factor * (uint64_t)e->b->value);
    else
        add_term(s, e, factor);
}

static const struct cwi_expr *plus(struct abstraction *x, const struct cwi_expr *sum, const struct cwi_expr *e,
                                   cwi_id type)
{
    return sum ? cwi_expr_binary(x->arena, CWI_ADD, type, sum, e) : e;
}

/* The terms whose factors, times `sign`, are positive, and k if that is. */
static const struct cwi_expr *build(struct abstraction *x, const struct sum *s, cwi_id type, int sign)
{
    const struct cwi_expr *out = NULL;
    for (uint32_t i = 0; i < s->count; i++) {
        int64_t factor = cut(x, type, s->factors[i] * (uint64_t)sign);
        const struct cwi_expr *e = pred_converted(x, s->terms[i], type);
        if (factor > 0 && factor != 1)
            e = cwi_expr_binary(x->arena, CWI_MUL, type, e, cwi_expr_const(x->arena, type, factor));
        if (factor > 0)
            out = plus(x, out, e, type);
    }
    int64_t k = cut(x, type, s->k * (uint64_t)sign);
    if (k > 0)
        out = plus(x, out, cwi_expr_const(x->arena, type, k), type);
    return out ? out : cwi_expr_const(x->arena, type, 0);
}

/* A sum as it is: terms, then the constant, subtracted where it is negative. */
static const struct cwi_expr *side(struct abstraction *x, const struct cwi_expr *e)
{
    struct sum s = {.k = 0};
    cwi_id type = e->type;
    add(x, &s, e, 1);
    const struct cwi_expr *plain = build(x, &s, type, 1), *minus = build(x, &s, type, -1);
    bool is_zero = minus->kind == CWI_CONST && !minus->value;
    if (s.is_too_long)
        return e;
    bool is_number = plain->kind == CWI_CONST && !plain->value && minus->kind == CWI_CONST;
    if (is_number)
        return cwi_expr_const(x->arena, type,
                              cwi_type_of(x->u, type)->is_signed
                                  ? cut(x, type, s.k)
                                  : (int64_t)(s.k & (~UINT64_C(0) >> (64 - cwi_type_of(x->u, type)->bits))));
    return is_zero ? plain : cwi_expr_binary(x->arena, CWI_SUB, type, plain, minus);
}

static bool is_comparison(const struct cwi_expr *e)
{
    return e->kind == CWI_BINARY && e->op >= CWI_EQ && e->op <= CWI_GE;
}

static const struct cwi_expr *equality(struct abstraction *x, const struct cwi_expr *e)
{
    struct sum s = {.k = 0};
    cwi_id type = e->a->type;
    add(x, &s, e->a, 1);
    add(x, &s, e->b, ~UINT64_C(0));
    if (s.is_too_long)
        return e;
    const struct cwi_expr *l = build(x, &s, type, 1), *r = build(x, &s, type, -1);
    if (l->kind == CWI_CONST && r->kind != CWI_CONST) {
        const struct cwi_expr *swapped = l;
        l = r;
        r = swapped;
    }
    /* x + 1 == 0, of a signed type, is x == -1 */
    if (r->kind == CWI_CONST && !r->value && l->kind == CWI_BINARY && l->op == CWI_ADD && l->b->kind == CWI_CONST) {
        r = side(x, cwi_expr_unary(x->arena, CWI_NEG, type, l->b));
        l = l->a;
    }
    return cwi_expr_binary(x->arena, e->op, e->type, l, r);
}

const struct cwi_expr *pred_normal(struct abstraction *x, const struct cwi_expr *e)
{
    if (!is_comparison(e) || !is_int(x, e->a->type))
        return e;
    if (e->op == CWI_EQ || e->op == CWI_NE)
        return equality(x, e);
    return cwi_expr_binary(x->arena, e->op, e->type, side(x, e->a), side(x, e->b));
}

/* ---- atoms ------------------------------------------------------------------------------------------------------- */

static const struct cwi_expr *first_case(const struct cwi_expr *e)
{
    if (!e || e->kind == CWI_COND)
        return e;
    const struct cwi_expr *a = first_case(e->a), *b = a ? NULL : first_case(e->b);
    return a ? a : b ? b : first_case(e->c);
}

static const struct cwi_expr *instead(struct abstraction *x, const struct cwi_expr *e, const struct cwi_expr *old,
                                      const struct cwi_expr *new)
{
    if (!e || e == old)
        return e ? new : NULL;
    return pred_with(x, e, instead(x, e->a, old, new), instead(x, e->b, old, new), instead(x, e->c, old, new));
}

static bool is_truth(const struct cwi_expr *e)
{
    return is_comparison(e) || (e->kind == CWI_BINARY && (e->op == CWI_LOGAND || e->op == CWI_LOGOR)) ||
           (e->kind == CWI_UNARY && (e->op == CWI_LOGNOT || (e->op == CWI_CONVERT && is_truth(e->a)))) ||
           (e->kind == CWI_COND && is_truth(e->b) && is_truth(e->c));
}

static void atoms(struct abstraction *x, const struct cwi_expr *e, uint32_t cases,
                  void (*visit)(void *context, const struct cwi_expr *atom), void *context)
{
    const struct cwi_expr *one = first_case(e);
    if (e->kind == CWI_CONST || e->kind == CWI_LOST)
        return;
    if (e->kind == CWI_BINARY && (e->op == CWI_LOGAND || e->op == CWI_LOGOR)) {
        atoms(x, e->a, cases, visit, context);
        atoms(x, e->b, cases, visit, context);
    } else if (e->kind == CWI_UNARY && (e->op == CWI_LOGNOT || e->op == CWI_CONVERT) && is_truth(e->a)) {
        atoms(x, e->a, cases, visit, context);
    } else if (is_comparison(e) && e->b->kind == CWI_CONST && is_truth(e->a)) {
        atoms(x, e->a, cases, visit, context);
    } else if (!one) {
        visit(context, e);
    } else if (cases < MOST_CASES) {
        atoms(x, one->a, cases + 1, visit, context);
        atoms(x, instead(x, e, one, one->b), cases + 1, visit, context);
        atoms(x, instead(x, e, one, one->c), cases + 1, visit, context);
    }
}

void pred_atoms(struct abstraction *x, const struct cwi_expr *e,
                void (*visit)(void *context, const struct cwi_expr *atom), void *context)
{
    atoms(x, e, 0, visit, context);
}
