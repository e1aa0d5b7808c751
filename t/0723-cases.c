/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions that are answered case by case (runtime/smt/cases.c), against trying all values: random conditions about
 * sums, choices and comparisons of three unknowns. And the sums that it is there for: what is added to one of several
 * places is added to the sum of all.
 */
#include "runtime/smt/terms.h"
#include "tap.h"

#include <stdio.h>

enum { UNKNOWNS = 3, WIDTH = 3, VALUES = 1 << WIDTH, ROUNDS = 1500, DEEP = 4, MOST = 5 };
static uint64_t seed = 1;

static uint32_t some(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

/* ---- random conditions ------------------------------------------------------------------------------------------- */

struct made { /* a term, and its value for each of the unknowns' */
    smt_term term;
    uint8_t values[VALUES * VALUES * VALUES];
};
enum { ALL = VALUES * VALUES * VALUES };

static int as_number(uint8_t v, bool is_signed)
{
    return is_signed && v >= VALUES / 2 ? (int)v - VALUES : v;
}

static void make_condition(struct smt *s, struct made *out, uint32_t depth);

static void make_number(struct smt *s, struct made *out, uint32_t depth)
{
    static const enum cwi_op ops[] = {CWI_ADD, CWI_SUB, CWI_MUL};
    struct made a, b, c;
    uint32_t kind = depth ? some(6) : some(2);
    if (kind == 0) {
        uint8_t v = (uint8_t)some(VALUES);
        out->term = smt_const(s, v, WIDTH);
        memset(out->values, v, sizeof out->values);
        return;
    }
    if (kind == 1) {
        uint32_t n = some(UNKNOWNS);
        out->term = smt_unknown(s, n, WIDTH);
        for (uint32_t i = 0; i < ALL; i++)
            out->values[i] = i >> n * WIDTH & (VALUES - 1);
        return;
    }
    make_number(s, &a, depth - 1);
    make_number(s, &b, depth - 1);
    if (kind > 3) {
        make_condition(s, &c, depth - 1);
        out->term = smt_cond(s, c.term, a.term, b.term);
        for (uint32_t i = 0; i < ALL; i++)
            out->values[i] = c.values[i] ? a.values[i] : b.values[i];
        return;
    }
    enum cwi_op op = ops[some(3)];
    out->term = smt_binary(s, op, false, a.term, b.term);
    for (uint32_t i = 0; i < ALL; i++) {
        int x = a.values[i], y = b.values[i];
        out->values[i] = (uint8_t)((op == CWI_ADD ? x + y : op == CWI_SUB ? x - y : x * y) & (VALUES - 1));
    }
}

static bool compare(enum cwi_op op, int x, int y)
{
    switch (op) {
    case CWI_EQ:
        return x == y;
    case CWI_NE:
        return x != y;
    case CWI_LT:
        return x < y;
    default:
        return x <= y;
    }
}

static void make_condition(struct smt *s, struct made *out, uint32_t depth)
{
    static const enum cwi_op ops[] = {CWI_EQ, CWI_EQ, CWI_NE, CWI_LT, CWI_LE};
    struct made a, b, c;
    uint32_t kind = depth ? some(7) : 0;
    if (kind < 3) {
        enum cwi_op op = ops[some(5)];
        bool is_signed = some(2);
        make_number(s, &a, depth ? depth - 1 : 0);
        make_number(s, &b, depth ? depth - 1 : 0);
        out->term = smt_binary(s, op, is_signed, a.term, b.term);
        for (uint32_t i = 0; i < ALL; i++)
            out->values[i] = compare(op, as_number(a.values[i], is_signed), as_number(b.values[i], is_signed));
        return;
    }
    make_condition(s, &a, depth - 1);
    if (kind == 3) {
        out->term = smt_unary(s, CWI_LOGNOT, a.term);
        for (uint32_t i = 0; i < ALL; i++)
            out->values[i] = !a.values[i];
        return;
    }
    make_condition(s, &b, depth - 1);
    if (kind == 6) {
        make_condition(s, &c, depth - 1);
        out->term = smt_cond(s, c.term, a.term, b.term);
        for (uint32_t i = 0; i < ALL; i++)
            out->values[i] = c.values[i] ? a.values[i] : b.values[i];
        return;
    }
    out->term = smt_binary(s, kind == 4 ? CWI_LOGAND : CWI_LOGOR, false, a.term, b.term);
    for (uint32_t i = 0; i < ALL; i++)
        out->values[i] = kind == 4 ? a.values[i] && b.values[i] : a.values[i] || b.values[i];
}

static bool can_be(const struct made *c, uint32_t count)
{
    bool can = false;
    for (uint32_t i = 0; i < ALL && !can; i++) {
        can = true;
        for (uint32_t k = 0; k < count; k++)
            can &= c[k].values[i] != 0;
    }
    return can;
}

/* ---- leaves ------------------------------------------------------------------------------------------------------ */

struct leaves {
    struct smt *s;
    uint32_t count;
};

static enum smt_answer ask(void *leaves, const smt_term *conditions, size_t count, uint64_t *units)
{
    struct leaves *l = leaves;
    l->count++;
    *units = 1;
    return smt_check(l->s, conditions, count);
}

static enum smt_answer say_nothing(void *leaves, const smt_term *conditions, size_t count, uint64_t *units)
{
    struct leaves *l = leaves;
    (void)conditions;
    (void)count;
    l->count++;
    *units = 1;
    return SMT_UNKNOWN;
}

static void test_random(struct smt *s)
{
    uint32_t wrong = 0, wrong_alone = 0, wrong_short = 0, refuted = 0, refuted_alone = 0, cut = 0;
    struct leaves l = {s, 0};
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct made c[MOST];
        smt_term terms[MOST];
        uint32_t count = 1 + some(MOST);
        smt_renew(s);
        for (uint32_t i = 0; i < count; i++) {
            make_condition(s, &c[i], DEEP);
            terms[i] = c[i].term;
        }
        bool can = can_be(c, count);
        uint64_t units = 100000;
        enum smt_answer r = smt_by_cases(s, terms, count, &units, ask, &l);
        wrong += r != SMT_UNKNOWN && r != (can ? SMT_SAT : SMT_UNSAT);
        cut += r == SMT_UNKNOWN;
        refuted += r == SMT_UNSAT;
        units = 100000;
        r = smt_by_cases(s, terms, count, &units, say_nothing, &l);
        wrong_alone += r == SMT_SAT || (r == SMT_UNSAT && can);
        refuted_alone += r == SMT_UNSAT;
        for (int k = 0; k < 8; k++) {
            units = some(k < 4 ? 100 : 5000);
            r = smt_by_cases(s, terms, count, &units, ask, &l);
            wrong_short += r != SMT_UNKNOWN && r != (can ? SMT_SAT : SMT_UNSAT);
        }
    }
    ok(!wrong, "no answer is wrong");
    ok(!wrong_alone, "nor one without a solver for the leaves");
    ok(!wrong_short, "nor one with few steps");
    ok(refuted > ROUNDS / 8 && refuted_alone > ROUNDS / 16 && cut < ROUNDS / 8,
       "many are refuted: %u, %u of them without the solver; %u are cut short", refuted, refuted_alone, cut);
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

enum { PLACES = 8 };

/* Is the sum of all places one more (or two, which is wrong), where one is added to the place that an index names? */
static enum smt_answer ask_sum(struct smt *s, bool is_right, uint32_t *leaves)
{
    smt_term index = smt_unknown(s, 100, 32), before = smt_const(s, 0, 32), after = before, in_range = 0;
    struct leaves l = {s, 0};
    for (uint32_t i = 0; i < PLACES; i++) {
        smt_term x = smt_unknown(s, 101 + i, 32), is = smt_binary(s, CWI_EQ, false, index, smt_const(s, i, 32));
        smt_term more = smt_binary(s, CWI_ADD, false, x, smt_const(s, 1, 32));
        before = smt_binary(s, CWI_ADD, false, before, x);
        after = smt_binary(s, CWI_ADD, false, after, smt_cond(s, is, more, x));
        in_range = in_range ? smt_binary(s, CWI_LOGAND, false, in_range, smt_unary(s, CWI_LOGNOT, is))
                            : smt_unary(s, CWI_LOGNOT, is);
    }
    before = smt_binary(s, CWI_ADD, false, before, smt_const(s, is_right ? 1 : 2, 32));
    smt_term conditions[] = {smt_unary(s, CWI_LOGNOT, in_range),
                             smt_unary(s, CWI_LOGNOT, smt_binary(s, CWI_EQ, false, before, after))};
    uint64_t units = 1000000;
    enum smt_answer r = smt_by_cases(s, conditions, 2, &units, say_nothing, &l);
    *leaves = l.count;
    return r;
}

static void test_sums(struct smt *s)
{
    uint32_t right, wrong;
    ok(ask_sum(s, true, &right) == SMT_UNSAT && !right, "a sum of places is followed without the solver");
    ok(ask_sum(s, false, &wrong) == SMT_UNKNOWN && wrong == 1, "and the first case that may be ends the search");
}

/* ---- choices within choices -------------------------------------------------------------------------------------- */

/* Two steps on, unless it is large already; so often that no stack has room for each within the one before. */
static smt_term add_often(struct smt *s, smt_term x, uint32_t times)
{
    for (uint32_t i = 0; i < times; i++)
        x = smt_cond(s, smt_binary(s, CWI_LT, false, x, smt_const(s, 100, 32)),
                     smt_binary(s, CWI_ADD, false, x, smt_const(s, 2, 32)), x);
    return x;
}

static smt_term choose_often(struct smt *s, smt_term x, uint32_t times)
{
    for (uint32_t i = 0; i < times; i++)
        x = smt_cond(s, smt_unknown(s, 300 + i, 1), x, smt_unknown(s, 299, 1));
    return x;
}

static void test_deep(struct smt *s)
{
    enum { OFTEN = 20000 };
    smt_term x = smt_unknown(s, 200, 32), sum = add_often(s, x, OFTEN),
             bit = choose_often(s, smt_unknown(s, 298, 1), OFTEN);
    smt_term is_small = smt_binary(s, CWI_LT, false, x, smt_const(s, 9, 32));
    smt_term sums[] = {is_small, smt_binary(s, CWI_LT, false, sum, smt_const(s, 50, 32))};
    smt_limit(s, 1000000);
    ok(smt_check_cases(s, sums, 2) != SMT_SAT, "twenty thousand sums that hang on each other are no model");
    ok(smt_check_cases(s, &bit, 1) != SMT_UNSAT, "nor is there a contradiction in so many choices of bits");
}

int main(void)
{
    struct smt *s;
    struct diag d;
    if (smt_new(&s, &d)) {
        printf("Bail out! %s\n", d.text);
        return 1;
    }
    test_random(s);
    test_sums(s);
    test_deep(s);
    smt_free(s);
    return done();
}
