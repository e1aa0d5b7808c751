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
    smt_free(s);
    return done();
}
