/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Comparisons among the conditions of a question: x < y and y <= z leave no room for z <= x. Programs that sort ask for
 * little else, and a solver that looks at bits takes a hundred times as long. Source: the closure of a relation,
 * Warshall 1962.
 */
#include "runtime/cwi/operate.h"
#include "terms.h"

enum { PLACES = 64 };

/* What is compared, with or without signs, and what follows for each pair: bit k of row i is of i and k. */
struct order {
    const struct smt *s;
    bool is_signed;
    smt_term terms[PLACES];
    uint32_t count;
    uint64_t at_most[PLACES], below[PLACES];
    bool is_full;
    uint32_t unread; /* conditions that say something else */
};

static void relate(struct order *o, uint32_t i, uint32_t k, bool is_strict)
{
    o->at_most[i] |= UINT64_C(1) << k;
    o->below[i] |= (uint64_t)is_strict << k;
}

static int64_t value_of(const struct order *o, smt_term a)
{
    const struct term *t = &o->s->terms.items[a];
    return (int64_t)cwi_extended(t->value, o->is_signed, t->width);
}

/* Where the term stands; a new constant takes its place among the others. */
static uint32_t place_of(struct order *o, smt_term a)
{
    uint64_t unused;
    for (uint32_t i = 0; i < o->count; i++)
        if (o->terms[i] == a)
            return i;
    if (o->count == PLACES) {
        o->is_full = true;
        return 0;
    }
    o->terms[o->count] = a;
    for (uint32_t i = 0; i < o->count && smt_is_const(o->s, a, &unused); i++) {
        bool is_one = smt_is_const(o->s, o->terms[i], &unused) && smt_width(o->s, o->terms[i]) == smt_width(o->s, a);
        int64_t x = value_of(o, o->terms[i]), y = value_of(o, a);
        bool is_first = o->is_signed ? x < y : (uint64_t)x < (uint64_t)y;
        if (is_one)
            relate(o, is_first ? i : o->count, is_first ? o->count : i, x != y);
    }
    return o->count++;
}

static void add_condition(struct order *o, smt_term a)
{
    bool is_true = true;
    struct term t = o->s->terms.items[smt_positive(o->s, a, &is_true)];
    bool is_less = t.shape == (o->is_signed ? TERM_SIGNED_LT : TERM_LT);
    bool is_at_most = t.shape == (o->is_signed ? TERM_SIGNED_LE : TERM_LE);
    bool is_equal = t.shape == (is_true ? TERM_EQ : TERM_NE);
    o->unread += !is_less && !is_at_most && !is_equal;
    if (!is_less && !is_at_most && !is_equal)
        return;
    uint32_t x = place_of(o, t.a), y = place_of(o, t.b);
    if (o->is_full)
        return;
    if (is_equal || is_true)
        relate(o, x, y, is_less);
    if (is_equal || !is_true)
        relate(o, y, x, is_at_most && !is_equal);
}

/* Something is less than itself. */
static bool is_contradiction(struct order *o)
{
    bool found = false;
    for (uint32_t k = 0; k < o->count; k++)
        for (uint32_t i = 0; i < o->count; i++)
            if (o->at_most[i] >> k & 1) {
                bool is_strict = o->below[i] >> k & 1;
                o->below[i] |= is_strict ? o->at_most[k] : o->below[k];
                o->at_most[i] |= o->at_most[k];
            }
    for (uint32_t i = 0; i < o->count; i++)
        found |= o->below[i] >> i & 1;
    return found;
}

static bool contradicts(struct order *o, const smt_term *conditions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_condition(o, conditions[i]);
    return is_contradiction(o);
}

bool smt_order_contradicts(const struct smt *s, const smt_term *conditions, size_t count)
{
    struct order without = {.s = s}, with = {.s = s, .is_signed = true};
    return contradicts(&without, conditions, count) || contradicts(&with, conditions, count);
}

/* Unknowns alone are compared, of which each may be as many numbers as there are places. */
static bool is_of_unknowns(const struct order *o)
{
    enum { LEAST_WIDTH = 8 };
    bool is = o->count && !o->unread && !o->is_full;
    for (uint32_t i = 0; i < o->count; i++)
        is &= o->s->terms.items[o->terms[i]].shape == TERM_UNKNOWN && smt_width(o->s, o->terms[i]) >= LEAST_WIDTH;
    return is;
}

/* Each is as large as the number of those that have to be smaller. */
static void put_values(const struct order *o, struct smt_values *out)
{
    for (uint32_t i = 0; i < o->count; i++) {
        uint64_t smaller = 0;
        for (uint32_t k = 0; k < o->count; k++)
            smaller += o->below[k] >> i & 1;
        vec_push(out, ((struct smt_valued){o->terms[i], smaller}));
    }
}

bool smt_order_values(const struct smt *s, const smt_term *conditions, size_t count, struct smt_values *out)
{
    bool found = false;
    out->count = 0;
    for (int is_signed = 0; is_signed < 2 && !found; is_signed++) {
        struct order o = {.s = s, .is_signed = is_signed};
        found = !contradicts(&o, conditions, count) && is_of_unknowns(&o);
        if (found)
            put_values(&o, out);
    }
    return found;
}
