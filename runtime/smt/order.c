/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Comparisons among the conditions of a question: x < y and y <= z leave no room for z <= x. Programs that sort ask for
 * little else, and a solver that looks at bits takes a hundred times as long. Of a choice, what holds of both its terms
 * holds, where the condition may be used for the one and its opposite for the other: the least of many is no more than
 * each. Source: the closure of a relation, Warshall 1962.
 */
#include "runtime/cwi/operate.h"
#include "terms.h"

#include <stdlib.h>

enum { PLACES = 128 };
typedef unsigned __int128 row;
#define BIT(k) ((row)1 << (k))

/* What is compared, with or without signs, and what follows for each pair: bit k of row i is of i and k. */
struct order {
    const struct smt *s;
    const struct smt_choices *choices; /* what is known of them; or NULL */
    bool is_signed;
    smt_term terms[PLACES];
    uint32_t count;
    row at_most[PLACES], below[PLACES];
    bool is_known[PLACES]; /* a choice, and what it chooses from has places */
    bool is_full, is_contradiction;
    uint32_t unread; /* conditions that say something else */
};

static void relate(struct order *o, uint32_t i, uint32_t k, bool is_strict)
{
    o->at_most[i] |= BIT(k);
    o->below[i] |= is_strict ? BIT(k) : 0;
}

static int64_t value_of(const struct order *o, smt_term a)
{
    const struct term *t = &o->s->terms.items[a];
    return (int64_t)cwi_extended(t->value, o->is_signed, t->width);
}

static smt_term resolved(const struct order *o, smt_term a)
{
    smt_term chosen = a;
    while (chosen && o->choices && o->s->terms.items[a = chosen].shape == TERM_COND)
        chosen = o->choices->chosen(o->choices->context, a);
    return a;
}

/* Where the term stands, or what it chooses; PLACES: nowhere. */
static uint32_t find_place(const struct order *o, smt_term a)
{
    a = resolved(o, a);
    for (uint32_t i = 0; i < o->count; i++)
        if (o->terms[i] == a)
            return i;
    return PLACES;
}

/* The same; a new constant takes its place among the others. */
static uint32_t place_of(struct order *o, smt_term a)
{
    uint64_t unused;
    a = resolved(o, a);
    uint32_t place = find_place(o, a);
    if (place != PLACES)
        return place;
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

/* ---- conditions -------------------------------------------------------------------------------------------------- */

static bool is_less_shape(const struct order *o, const struct term *t)
{
    return t->shape == (o->is_signed ? TERM_SIGNED_LT : TERM_LT);
}

static bool is_at_most_shape(const struct order *o, const struct term *t)
{
    return t->shape == (o->is_signed ? TERM_SIGNED_LE : TERM_LE);
}

static bool is_at_most(const struct order *o, smt_term a, smt_term b)
{
    uint32_t x = find_place(o, a), y = find_place(o, b);
    return a == b || (x != PLACES && y != PLACES && o->at_most[x] & BIT(y));
}

static bool is_below(const struct order *o, smt_term a, smt_term b)
{
    uint32_t x = find_place(o, a), y = find_place(o, b);
    return x != PLACES && y != PLACES && o->below[x] & BIT(y);
}

/* What is known so far makes it so. */
static bool is_implied(const struct order *o, smt_term a, bool is_true)
{
    struct term t = o->s->terms.items[smt_positive(o->s, a, &is_true)];
    if (t.shape == TERM_AND)
        return is_true ? is_implied(o, t.a, true) && is_implied(o, t.b, true)
                       : is_implied(o, t.a, false) || is_implied(o, t.b, false);
    if (t.shape == TERM_CONST)
        return (t.value != 0) == is_true;
    if (is_less_shape(o, &t))
        return is_true ? is_below(o, t.a, t.b) : is_at_most(o, t.b, t.a);
    if (is_at_most_shape(o, &t))
        return is_true ? is_at_most(o, t.a, t.b) : is_below(o, t.b, t.a);
    if (t.shape != TERM_EQ)
        return false;
    return is_true ? is_at_most(o, t.a, t.b) && is_at_most(o, t.b, t.a)
                   : is_below(o, t.a, t.b) || is_below(o, t.b, t.a);
}

static void add_comparison(struct order *o, const struct term *t, bool is_true)
{
    bool is_less = is_less_shape(o, t), is_equal = t->shape == TERM_EQ && is_true;
    o->unread += !is_less && !is_at_most_shape(o, t) && !is_equal;
    if (!is_less && !is_at_most_shape(o, t) && !is_equal)
        return;
    uint32_t x = place_of(o, t->a), y = place_of(o, t->b);
    if (o->is_full)
        return;
    if (is_equal || is_true)
        relate(o, x, y, is_less);
    if (is_equal || !is_true)
        relate(o, y, x, !is_less && !is_equal);
}

/* The condition is so. Of a conjunction that is not, the only part that may be false is. */
static void add_condition(struct order *o, smt_term a, bool is_true)
{
    struct term t = o->s->terms.items[smt_positive(o->s, a, &is_true)];
    if (t.shape == TERM_AND && is_true) {
        add_condition(o, t.a, true);
        add_condition(o, t.b, true);
        return;
    }
    if (t.shape != TERM_AND) {
        add_comparison(o, &t, is_true);
        return;
    }
    o->unread++;
    bool is_first = is_implied(o, t.a, true), is_second = is_implied(o, t.b, true);
    o->is_contradiction |= is_first && is_second;
    if (is_first != is_second)
        add_condition(o, is_first ? t.b : t.a, false);
}

/* Adds what follows; true: something is less than itself. */
static bool is_contradiction(struct order *o)
{
    bool found = o->is_contradiction;
    for (uint32_t k = 0; k < o->count; k++)
        for (uint32_t i = 0; i < o->count; i++)
            if (o->at_most[i] & BIT(k)) {
                o->below[i] |= o->below[i] & BIT(k) ? o->at_most[k] : o->below[k];
                o->at_most[i] |= o->at_most[k];
            }
    for (uint32_t i = 0; i < o->count; i++)
        found |= (o->below[i] & BIT(i)) != 0;
    return found;
}

/* ---- choices ----------------------------------------------------------------------------------------------------- */

static void add_choice(struct order *o, smt_term a);

static void add_operand(struct order *o, smt_term a)
{
    place_of(o, a);
    add_choice(o, a);
}

static void add_compared(struct order *o, smt_term a)
{
    bool is_true = true;
    struct term t = o->s->terms.items[smt_positive(o->s, a, &is_true)];
    if (t.shape == TERM_AND) {
        add_compared(o, t.a);
        add_compared(o, t.b);
    } else if (t.shape >= TERM_EQ && t.shape <= TERM_SIGNED_LE) {
        add_operand(o, t.a);
        add_operand(o, t.b);
    }
}

/* Places for all that a choice chooses from, and what it compares for that. */
static void add_choice(struct order *o, smt_term a)
{
    a = resolved(o, a);
    struct term t = o->s->terms.items[a];
    uint32_t i = t.shape == TERM_COND ? place_of(o, a) : 0;
    if (t.shape != TERM_COND || o->is_full || o->is_known[i])
        return;
    o->is_known[i] = true;
    add_operand(o, t.a);
    add_operand(o, t.b);
    add_compared(o, t.c);
}

/* What is known where the condition is so; false: it is not. */
static bool is_possible(const struct order *o, smt_term condition, bool is_true, struct order *out)
{
    *out = *o;
    add_condition(out, condition, is_true);
    return !is_contradiction(out);
}

/* What a copy has beyond the places of all is its own. */
static void take_row(const struct order *o, row *to, row yes, row no, bool may_be, bool may_not_be)
{
    row places = o->count < PLACES ? BIT(o->count) - 1 : ~(row)0;
    *to |= (may_be && may_not_be ? yes & no : may_be ? yes : no) & places;
}

/* The choice is what both of its terms are; true: neither can be. */
static bool add_chosen(struct order *o, uint32_t choice)
{
    struct order yes, no;
    struct term t = o->s->terms.items[o->terms[choice]];
    uint32_t a = place_of(o, t.a), b = place_of(o, t.b); /* the same in what is copied now */
    bool may_be = is_possible(o, t.c, true, &yes), may_not_be = is_possible(o, t.c, false, &no);
    yes.at_most[a] |= BIT(a);
    no.at_most[b] |= BIT(b);
    take_row(o, &o->at_most[choice], yes.at_most[a], no.at_most[b], may_be, may_not_be);
    take_row(o, &o->below[choice], yes.below[a], no.below[b], may_be, may_not_be);
    for (uint32_t y = 0; y < o->count; y++) {
        bool is_over = (!may_be || yes.at_most[y] & BIT(a)) && (!may_not_be || no.at_most[y] & BIT(b));
        bool is_strict = (!may_be || yes.below[y] & BIT(a)) && (!may_not_be || no.below[y] & BIT(b));
        if (is_over)
            relate(o, y, choice, is_strict);
    }
    return (!may_be && !may_not_be) || is_contradiction(o);
}

static int by_term(const void *a, const void *b)
{
    const smt_term x = *(const smt_term *)a, y = *(const smt_term *)b;
    return x < y ? -1 : x > y;
}

/* Choices after what they choose from, whose terms are older. */
static bool is_contradiction_of_choices(struct order *o)
{
    smt_term choices[PLACES];
    uint32_t n = 0;
    for (uint32_t i = 0; i < o->count; i++)
        if (o->s->terms.items[o->terms[i]].shape == TERM_COND)
            choices[n++] = o->terms[i];
    if (!n || o->is_full)
        return false;
    qsort(choices, n, sizeof *choices, by_term);
    for (uint32_t i = 0; i < n; i++)
        if (add_chosen(o, place_of(o, choices[i])))
            return true;
    return false;
}

/* The facts, or conditions that are true where there are none, contradict each other. */
static bool contradicts(struct order *o, const struct smt_fact *facts, const smt_term *conditions, size_t count)
{
    for (int pass = 0; pass < 2; pass++) { /* one conjunction may need what another condition says */
        o->unread = 0;
        for (size_t i = 0; i < count; i++)
            add_condition(o, facts ? facts[i].term : conditions[i], facts ? facts[i].is_true : true);
        if (is_contradiction(o))
            return true;
    }
    for (uint32_t i = 0; i < o->count && !o->is_full; i++)
        add_choice(o, o->terms[i]);
    return is_contradiction(o) || is_contradiction_of_choices(o);
}

struct smt_orders {
    struct order of[2]; /* without signs, and with */
};

struct smt_orders *smt_orders_new(void)
{
    return base_mem_zalloc(sizeof(struct smt_orders));
}

bool smt_orders_build(struct smt_orders *x, const struct smt *s, const struct smt_choices *choices,
                      const struct smt_fact *facts, size_t count)
{
    x->of[0] = (struct order){.s = s, .choices = choices};
    x->of[1] = (struct order){.s = s, .choices = choices, .is_signed = true};
    return contradicts(&x->of[0], facts, NULL, count) || contradicts(&x->of[1], facts, NULL, count);
}

uint64_t smt_orders_cost(const struct smt_orders *x)
{
    uint64_t r = 0;
    for (int k = 0; k < 2; k++) {
        const struct order *o = &x->of[k];
        uint64_t choices = 1;
        for (uint32_t i = 0; i < o->count; i++)
            choices += o->is_known[i];
        r += o->count * o->count * choices / 100;
    }
    return r;
}

bool smt_orders_imply(const struct smt_orders *x, smt_term a, bool is_true)
{
    return is_implied(&x->of[0], a, is_true) || is_implied(&x->of[1], a, is_true);
}

bool smt_order_contradicts(const struct smt *s, const smt_term *conditions, size_t count)
{
    struct order without = {.s = s}, with = {.s = s, .is_signed = true};
    return contradicts(&without, NULL, conditions, count) || contradicts(&with, NULL, conditions, count);
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
        found = !contradicts(&o, NULL, conditions, count) && is_of_unknowns(&o);
        if (found)
            put_values(&o, out);
    }
    return found;
}
