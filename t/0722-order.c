/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said of comparisons without the solver, against trying all orders: of the unknowns and constants that are
 * compared no more than that matters. And against the solver itself.
 */
#include "runtime/smt/smt.h"
#include "tap.h"

#include <stdio.h>

enum { UNKNOWNS = 4, MOST = 9, ROUNDS = 4000 };
static uint64_t seed = 1;

static uint32_t some(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

struct compared {
    enum cwi_op op;
    bool is_signed, is_negated;
    uint32_t a, b; /* unknowns; from UNKNOWNS on the constants below */
};
static const int8_t constants[] = {-3, 0, 5};

static int64_t value_of(const struct compared *c, uint32_t x, const uint8_t *values)
{
    uint8_t v = x < UNKNOWNS ? values[x] : (uint8_t)constants[x - UNKNOWNS];
    return c->is_signed ? (int8_t)v : v;
}

static bool holds(const struct compared *c, const uint8_t *values)
{
    int64_t a = value_of(c, c->a, values), b = value_of(c, c->b, values);
    bool is = c->op == CWI_LT   ? a < b
              : c->op == CWI_LE ? a <= b
              : c->op == CWI_GT ? a > b
              : c->op == CWI_GE ? a >= b
              : c->op == CWI_EQ ? a == b
                                : a != b;
    return is != c->is_negated;
}

static bool all_hold(const struct compared *c, uint32_t count, const uint8_t *values)
{
    bool do_all = true;
    for (uint32_t i = 0; i < count; i++)
        do_all &= holds(&c[i], values);
    return do_all;
}

static smt_term place(struct smt *s, uint32_t x)
{
    return x < UNKNOWNS ? smt_unknown(s, x, 8) : smt_const(s, (uint64_t)constants[x - UNKNOWNS], 8);
}

static smt_term term_of(struct smt *s, const struct compared *c)
{
    smt_term t = smt_binary(s, c->op, c->is_signed, place(s, c->a), place(s, c->b));
    return c->is_negated ? smt_unary(s, CWI_LOGNOT, t) : t;
}

static struct compared make(bool has_constants, bool is_signed, bool is_mixed)
{
    static const enum cwi_op ops[] = {CWI_LT, CWI_LE, CWI_GT, CWI_GE, CWI_EQ, CWI_NE};
    struct compared c = {ops[some(is_mixed ? 6 : 5)], is_mixed ? some(2) : is_signed, some(2), some(UNKNOWNS), 0};
    c.b = some(has_constants ? UNKNOWNS + 3 : UNKNOWNS);
    c.is_negated = c.op == CWI_EQ && !is_mixed ? false : c.is_negated;
    return c;
}

/* Orders of four unknowns: values 0 to 3 are enough where nothing else is compared. */
static bool can_be(const struct compared *c, uint32_t count)
{
    bool can = false;
    for (uint32_t n = 0; n < 256; n++) {
        uint8_t values[UNKNOWNS] = {n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6 & 3};
        can |= all_hold(c, count, values);
    }
    return can;
}

/* ---- choices and conjunctions ------------------------------------------------------------------------------------ */

enum { ORDERS = 256, DEEP = 3, FEW = 4, CHOICES = 6000 };
struct made { /* a term, and its value in each order of the unknowns, whose values are 0 to 3 */
    smt_term term;
    uint8_t values[ORDERS];
};

static void make_condition(struct smt *s, struct made *out, uint32_t depth);

static void make_number(struct smt *s, struct made *out, uint32_t depth)
{
    struct made c, a, b;
    if (!depth || some(2)) {
        uint32_t x = some(UNKNOWNS);
        out->term = smt_unknown(s, x, 8);
        for (uint32_t n = 0; n < ORDERS; n++)
            out->values[n] = n >> 2 * x & 3;
        return;
    }
    make_condition(s, &c, depth - 1);
    make_number(s, &a, depth - 1);
    make_number(s, &b, depth - 1);
    out->term = smt_cond(s, c.term, a.term, b.term);
    for (uint32_t n = 0; n < ORDERS; n++)
        out->values[n] = c.values[n] ? a.values[n] : b.values[n];
}

static void make_condition(struct smt *s, struct made *out, uint32_t depth)
{
    static const enum cwi_op ops[] = {CWI_LT, CWI_LE, CWI_GT, CWI_GE, CWI_EQ, CWI_NE};
    struct made a, b;
    bool is_both = depth && some(2), is_negated = some(2);
    enum cwi_op op = is_both ? CWI_LOGAND : ops[some(6)];
    if (is_both) {
        make_condition(s, &a, depth - 1);
        make_condition(s, &b, depth - 1);
    } else {
        make_number(s, &a, depth ? depth - 1 : 0);
        make_number(s, &b, depth ? depth - 1 : 0);
    }
    out->term = smt_binary(s, op, false, a.term, b.term);
    out->term = is_negated ? smt_unary(s, CWI_LOGNOT, out->term) : out->term;
    for (uint32_t n = 0; n < ORDERS; n++) {
        uint8_t x = a.values[n], y = b.values[n];
        bool is = op == CWI_LT   ? x < y
                  : op == CWI_LE ? x <= y
                  : op == CWI_GT ? x > y
                  : op == CWI_GE ? x >= y
                  : op == CWI_EQ ? x == y
                  : op == CWI_NE ? x != y
                                 : x && y;
        out->values[n] = is != is_negated;
    }
}

static void test_choices(struct smt *s)
{
    uint32_t wrong = 0, refuted = 0, contradictions = 0;
    for (uint32_t round = 0; round < CHOICES; round++) {
        struct made c[FEW];
        smt_term terms[FEW];
        bool can = false;
        for (uint32_t i = 0; i < FEW; i++) {
            make_condition(s, &c[i], DEEP);
            terms[i] = c[i].term;
        }
        for (uint32_t n = 0; n < ORDERS && !can; n++)
            can = c[0].values[n] && c[1].values[n] && c[2].values[n] && c[3].values[n];
        bool is_refuted = smt_is_refuted(s, terms, FEW);
        wrong += is_refuted && can;
        refuted += is_refuted;
        contradictions += !can;
    }
    ok(!wrong, "no choice is refuted that can be");
    ok(refuted * 5 > contradictions * 2, "and many that cannot: %u of %u", refuted, contradictions);
}

/* ---- the least and the greatest ---------------------------------------------------------------------------------- */

enum { NUMBERS = 12 };

/* Of the first n of twelve numbers the least, or the greatest, as a loop finds both that leaves when n is reached. */
static smt_term extreme(struct smt *s, smt_term n, const smt_term *v, bool is_least)
{
    smt_term least = v[0], most = v[0], result = v[0], goes_on = smt_const(s, 1, 1);
    for (uint32_t i = 1; i < NUMBERS; i++) {
        smt_term is_less = smt_binary(s, CWI_LT, true, v[i], least), is_more = smt_binary(s, CWI_GT, true, v[i], most);
        most = smt_cond(s, is_less, most, smt_cond(s, is_more, v[i], most));
        least = smt_cond(s, is_less, v[i], least);
        goes_on = smt_binary(s, CWI_LOGAND, false, goes_on, smt_binary(s, CWI_LT, true, smt_const(s, i, 32), n));
        result = smt_cond(s, smt_unary(s, CWI_LOGNOT, goes_on), result, is_least ? least : most);
    }
    return result;
}

/* Number i, with i < n, is beyond it: never, but with i <= n where it is the one behind. */
static void test_extremes(struct smt *s)
{
    smt_term v[NUMBERS], n = smt_unknown(s, NUMBERS, 32);
    uint32_t refuted = 0, wrong = 0;
    for (uint32_t i = 0; i < NUMBERS; i++)
        v[i] = smt_unknown(s, i, 16);
    for (uint32_t i = 0; i < NUMBERS; i++)
        for (int is_least = 0; is_least < 2; is_least++) {
            smt_term x = extreme(s, n, v, is_least), index = smt_const(s, i, 32);
            smt_term question[] = {smt_binary(s, CWI_LT, true, index, n),
                                   smt_binary(s, is_least ? CWI_LT : CWI_GT, true, v[i], x)};
            refuted += smt_is_refuted(s, question, 2);
            question[0] = smt_binary(s, CWI_LE, true, index, n);
            wrong += i && smt_is_refuted(s, question, 2);
        }
    ok(refuted == 2 * NUMBERS, "the least and the greatest of many are found: %u of %u", refuted, 2 * NUMBERS);
    ok(!wrong, "but not of one more");
}

int main(void)
{
    uint32_t wrong = 0, wrong_values = 0, missed = 0, contradict[2] = {0}, solved = 0;
    struct smt *s;
    struct diag d;
    if (smt_new(&s, &d)) {
        printf("Bail out! %s\n", d.text);
        return 1;
    }
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct compared c[MOST];
        smt_term terms[MOST];
        bool is_plain = round % 2, is_signed = some(2); /* plain: one kind of comparison, of unknowns, no "differs" */
        uint32_t count = 1 + some(MOST);
        for (uint32_t i = 0; i < count; i++) {
            c[i] = make(!is_plain, is_signed, !is_plain);
            terms[i] = term_of(s, &c[i]);
        }
        bool contradicts = smt_is_refuted(s, terms, count), solves = smt_solve_order(s, terms, count);
        uint8_t values[UNKNOWNS];
        for (uint32_t k = 0; k < UNKNOWNS; k++)
            values[k] = (uint8_t)smt_value(s, smt_unknown(s, k, 8));
        wrong_values += solves && !all_hold(c, count, values);
        bool can = is_plain ? can_be(c, count) : smt_check(s, terms, count) == SMT_SAT;
        wrong += (contradicts || solves) && can != solves;
        missed += is_plain && contradicts == can;
        missed += is_plain && can && !solves;
        contradict[is_plain] += contradicts;
        solved += solves;
    }
    ok(!wrong, "no answer is wrong");
    ok(!wrong_values, "values obey what they were found for");
    ok(!missed, "where unknowns alone are compared, all are answered");
    ok(contradict[0] > ROUNDS / 20 && contradict[1] > ROUNDS / 20 && solved > ROUNDS / 20,
       "many are answered: %u and %u contradict themselves, %u have values", contradict[0], contradict[1], solved);
    test_choices(s);
    test_extremes(s);
    smt_free(s);
    return done();
}
