/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Products with a constant of many bits, as hash functions have: bits of such a product are sums of as many parts. What
 * follows often depends on nothing but that equal numbers have equal products.
 *
 * Source: Ackermann 1954, Solvable cases of the decision problem (functions as unknowns, equal where their arguments
 * are); Bryant, German and Velev 2001 (what is computed as a function that nobody knows).
 */
#include "terms.h"

#include <stdlib.h>

enum { MOST = 48 }; /* products: each two of them are compared */
struct scaled {
    struct smt *s;
    uint32_t *seen, walk; /* by term: the walk that met it last; the newest one */
    bool *is_noted;       /* by term: of the last condition's unknowns, or of the products */
    bool has_others;      /* of a walk: it met an unknown that is not noted */
    struct smt_terms at;  /* the products */
    struct smt_terms waiting, conditions;
    struct VEC(Z3_ast) from, to;
};

/* The constant, which stands on one side; false: it is no such product. */
static bool find_factor(const struct smt *s, smt_term a, uint64_t *factor, smt_term *of)
{
    enum { FEW = 6 }; /* bits */
    const struct term *t = &s->terms.items[a];
    if (t->shape != TERM_MUL)
        return false;
    bool is_first = smt_is_const(s, t->a, factor);
    *of = is_first ? t->b : t->a;
    uint64_t unused;
    return (is_first || smt_is_const(s, t->b, factor)) && !smt_is_const(s, *of, &unused) &&
           __builtin_popcountll(*factor) > FEW;
}

/* ---- terms of conditions ----------------------------------------------------------------------------------------- */

static void visit(struct scaled *x, smt_term a)
{
    if (!a || x->seen[a] == x->walk)
        return;
    x->seen[a] = x->walk;
    vec_push(&x->waiting, a);
}

/* Calls `found` for each term of the condition, once. */
static void walk(struct scaled *x, smt_term condition, void (*found)(struct scaled *x, smt_term a))
{
    x->walk++;
    visit(x, condition);
    while (x->waiting.count) {
        smt_term a = x->waiting.items[--x->waiting.count];
        const struct term *t = &x->s->terms.items[a];
        found(x, a);
        visit(x, t->a);
        visit(x, t->b);
        visit(x, t->c);
    }
}

static bool is_unknown(const struct scaled *x, smt_term a)
{
    return x->s->terms.items[a].shape == TERM_UNKNOWN;
}

static void note_unknown(struct scaled *x, smt_term a)
{
    x->is_noted[a] |= is_unknown(x, a);
}

static void look_for_others(struct scaled *x, smt_term a)
{
    x->has_others |= is_unknown(x, a) && !x->is_noted[a];
}

static void note_product(struct scaled *x, smt_term a)
{
    uint64_t factor;
    smt_term of;
    if (find_factor(x->s, a, &factor, &of) && !x->is_noted[a]) {
        x->is_noted[a] = true;
        vec_push(&x->at, a);
    }
}

/* Those that speak of nothing that the last one does not speak of: what these contradict, all do. */
static void keep_near(struct scaled *x, const smt_term *conditions, size_t count)
{
    walk(x, conditions[count - 1], note_unknown);
    for (size_t i = 0; i < count; i++) {
        x->has_others = false;
        walk(x, conditions[i], look_for_others);
        if (!x->has_others)
            vec_push(&x->conditions, conditions[i]);
    }
}

/* ---- without products -------------------------------------------------------------------------------------------- */

static smt_term stands_for(struct smt *s, smt_term product)
{
    enum { FIRST = UINT32_C(3) << 29 }; /* beyond the numbers of inputs and those of products.c */
    return smt_unknown(s, FIRST + product, smt_width(s, product));
}

/* Equal numbers have equal products. */
static void relate(struct scaled *x, smt_term a, smt_term b)
{
    struct smt *s = x->s;
    uint64_t p = 0, q = 0;
    smt_term of_a = 0, of_b = 0;
    find_factor(s, a, &p, &of_a);
    find_factor(s, b, &q, &of_b);
    if (p != q || smt_width(s, a) != smt_width(s, b))
        return;
    smt_term is_same = smt_binary(s, CWI_EQ, false, of_a, of_b);
    smt_term differ = smt_unary(s, CWI_LOGNOT, smt_binary(s, CWI_EQ, false, stands_for(s, a), stands_for(s, b)));
    vec_push(&x->conditions, smt_unary(s, CWI_LOGNOT, smt_binary(s, CWI_LOGAND, false, is_same, differ)));
}

static bool is_refuted(struct scaled *x)
{
    for (size_t i = 0; i < x->at.count; i++)
        for (size_t j = 0; j < i; j++)
            relate(x, x->at.items[i], x->at.items[j]);
    for (size_t i = 0; i < x->at.count; i++) {
        vec_push(&x->from, smt_bits(x->s, x->at.items[i]));
        vec_push(&x->to, smt_bits(x->s, stands_for(x->s, x->at.items[i])));
    }
    for (size_t i = 0; i < x->conditions.count; i++)
        x->conditions.items[i] =
            smt_replaced(x->s, x->conditions.items[i], (uint32_t)x->from.count, x->from.items, x->to.items);
    return smt_check_alone(x->s, x->conditions.items, x->conditions.count) == SMT_UNSAT;
}

/* The products of what is near; whether there are some, and not too many. */
static bool find_products(struct scaled *x, const smt_term *conditions, size_t count)
{
    keep_near(x, conditions, count);
    for (size_t i = 0; i < x->conditions.count; i++)
        walk(x, x->conditions.items[i], note_product);
    return x->at.count > 1 && x->at.count <= MOST;
}

bool smt_is_refuted_without_scaling(struct smt *s, const smt_term *conditions, size_t count)
{
    struct scaled x = {.s = s};
    for (size_t i = 0; i < count; i++)
        if (!conditions[i])
            return false;
    x.seen = base_mem_zalloc(s->terms.count * sizeof *x.seen);
    x.is_noted = base_mem_zalloc(s->terms.count);
    bool r = count && find_products(&x, conditions, count) && is_refuted(&x);
    free(x.seen);
    free(x.is_noted);
    vec_free(&x.at);
    vec_free(&x.waiting);
    vec_free(&x.conditions);
    vec_free(&x.from);
    vec_free(&x.to);
    return r;
}
