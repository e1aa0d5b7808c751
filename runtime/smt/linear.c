/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Linear equations among the conditions of a question: what they imply is taken out of conditions that say "not all of
 * these", which a solver that looks at bits is slow at.
 */
#include "forms.h"

struct system {
    struct equations equations;
    struct map64 held; /* other conditions, and what they are: held_key */
};

static uint64_t held_key(smt_term a, bool is_true)
{
    return (uint64_t)a << 1 | is_true;
}

static void collect(struct system *y, smt_term a, bool is_true)
{
    a = smt_positive(y->equations.s, a, &is_true);
    const struct term *t = &y->equations.s->terms.items[a];
    smt_term first = t->a, second = t->b;
    if (t->shape == TERM_AND && is_true) {
        collect(y, first, true);
        collect(y, second, true);
    } else if (t->shape == TERM_EQ && is_true) {
        smt_equations_add(&y->equations, first, second);
    } else if (t->shape == TERM_NOT && is_true) {
        smt_equations_add(&y->equations, first, 0); /* a number that is not true */
    } else {
        base_map64_put(&y->held, held_key(a, is_true), 0);
    }
}

/* That the condition is so follows from the equations. */
static bool is_implied(const struct system *y, smt_term a, bool is_true)
{
    const struct term *t = &y->equations.s->terms.items[a];
    if (t->shape != TERM_EQ || !is_true)
        return false;
    uint64_t value;
    struct form f = smt_form_difference(&y->equations, t->a, t->b);
    return smt_form_is(&f, &value) && !value;
}

/* The condition without parts that the others make true; 0: nothing is left. */
static smt_term rest_of(const struct system *y, smt_term a)
{
    bool is_true = true;
    smt_term x = smt_positive(y->equations.s, a, &is_true);
    struct term t = y->equations.s->terms.items[x];
    uint32_t unused;
    if (base_map64_get(&y->held, held_key(x, is_true), &unused) || is_implied(y, x, is_true))
        return 0;
    if (is_true && t.shape == TERM_AND) {
        smt_term first = rest_of(y, t.a), second = rest_of(y, t.b);
        bool is_same = first == t.a && second == t.b;
        return is_same   ? a
               : !first  ? second
               : !second ? first
                         : smt_binary(y->equations.s, CWI_LOGAND, false, first, second);
    }
    return a;
}

bool smt_linear(struct smt *s, const smt_term *conditions, size_t count, struct smt_terms *out)
{
    struct system *y = base_mem_zalloc(sizeof *y);
    y->equations.s = s;
    out->count = 0;
    for (size_t i = 0; i < count; i++)
        collect(y, conditions[i], true);
    bool is_contradiction = y->equations.is_contradiction;
    for (size_t i = 0; i < count; i++) {
        bool is_true = true;
        smt_term a = smt_positive(s, conditions[i], &is_true);
        smt_term rest = is_true ? a : rest_of(y, a);
        is_contradiction |= !rest || is_implied(y, a, !is_true);
        vec_push(out, is_true || rest == a ? conditions[i] : smt_unary(s, CWI_LOGNOT, rest));
    }
    base_map64_free(&y->held);
    free(y);
    return is_contradiction;
}

static smt_term scaled(struct smt *s, smt_term a, uint64_t factor)
{
    return factor == 1 ? a : smt_binary(s, CWI_MUL, false, a, smt_const(s, factor, smt_width(s, a)));
}

smt_term smt_linear_product(struct smt *s, smt_term product, smt_term (*replaced)(struct smt *s, smt_term atom))
{
    unsigned width = smt_width(s, product);
    struct equations none = {.s = s};
    struct form f = smt_form_of(&none, product);
    smt_term sum = f.is_lost || (f.count && !f.constant) ? 0 : smt_const(s, f.constant, width);
    for (uint32_t i = 0; i < f.count && !f.is_lost; i++) {
        smt_term part = scaled(s, replaced(s, f.parts[i].atom), f.parts[i].factor);
        sum = sum ? smt_binary(s, CWI_ADD, false, sum, part) : part;
    }
    return sum;
}
