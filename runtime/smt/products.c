/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conditions without products. Bits of a product are hard for a solver, and what follows often does not depend on them:
 * that (q + 1) * b is q * b + b is enough for most.
 */
#include "terms.h"

struct products {
    size_t seen; /* terms that were looked at */
    uint32_t depth;
    struct VEC(Z3_ast) from, to;
    struct map64 replaced; /* terms: what became of each */
};

static bool is_product(const struct smt *s, smt_term a)
{
    const struct term *t = &s->terms.items[a];
    return t->shape == TERM_MUL && s->terms.items[t->a].shape != TERM_CONST && s->terms.items[t->b].shape != TERM_CONST;
}

/* What stands for a product of two atoms. */
static smt_term unknown_of(struct smt *s, smt_term a)
{
    enum { FIRST = 1 << 30 }; /* beyond all numbers of inputs */
    return is_product(s, a) ? smt_unknown(s, FIRST + a, smt_width(s, a)) : a;
}

/* The products among the terms that are new. */
static void find_products(struct smt *s, struct products *p)
{
    for (; p->seen < s->terms.count; p->seen++) {
        smt_term a = (smt_term)p->seen;
        if (!is_product(s, a))
            continue;
        smt_term sum = smt_linear_product(s, a, unknown_of);
        vec_push(&p->from, smt_bits(s, a));
        vec_push(&p->to, smt_bits(s, sum ? sum : unknown_of(s, a)));
    }
}

static smt_term without(struct smt *s, smt_term a);

/* As linear.c sees it, so that it sees what comes out. */
static smt_term rebuilt(struct smt *s, smt_term a)
{
    struct term t = s->terms.items[a];
    const struct products *p = s->products;
    switch ((enum term_shape)t.shape) {
    case TERM_ADD:
        return smt_binary(s, CWI_ADD, false, without(s, t.a), without(s, t.b));
    case TERM_SUB:
        return smt_binary(s, CWI_SUB, false, without(s, t.a), without(s, t.b));
    case TERM_EQ:
        return smt_binary(s, CWI_EQ, false, without(s, t.a), without(s, t.b));
    case TERM_AND:
        return smt_binary(s, CWI_LOGAND, false, without(s, t.a), without(s, t.b));
    case TERM_NOT:
        return smt_unary(s, CWI_LOGNOT, without(s, t.a));
    default:
        return smt_replaced(s, a, (uint32_t)p->from.count, p->from.items, p->to.items);
    }
}

static smt_term without(struct smt *s, smt_term a)
{
    enum { DEEPEST = 2000 };
    struct products *p = s->products;
    smt_term r;
    if (base_map64_get(&p->replaced, a, &r))
        return r;
    if (p->depth > DEEPEST)
        return smt_replaced(s, a, (uint32_t)p->from.count, p->from.items, p->to.items);
    p->depth++;
    r = rebuilt(s, a);
    p->depth--;
    base_map64_put(&s->products->replaced, a, r);
    return r;
}

bool smt_without_products(struct smt *s, const smt_term *conditions, size_t count, smt_term *out)
{
    bool any = false;
    if (!s->products)
        s->products = base_mem_zalloc(sizeof *s->products);
    find_products(s, s->products);
    for (size_t i = 0; i < count && s->products->from.count; i++) {
        if (!conditions[i])
            return false;
        out[i] = without(s, conditions[i]);
        any |= out[i] != conditions[i];
    }
    return any;
}

void smt_products_free(struct smt *s)
{
    if (!s->products)
        return;
    vec_free(&s->products->from);
    vec_free(&s->products->to);
    base_map64_free(&s->products->replaced);
    free(s->products);
}
