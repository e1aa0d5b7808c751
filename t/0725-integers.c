/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Comparisons of sums that do not wrap around, as inequalities of integers (runtime/smt/integers.c), against trying all
 * values of three unknowns of few bits. And what it is there for: what one account pays another one, of four.
 */
#include "runtime/smt/integers.h"
#include "tap.h"

#include <stdio.h>

enum { UNKNOWNS = 3, WIDTH = 4, VALUES = 1 << WIDTH, ALL = VALUES * VALUES * VALUES, MOST = 9, ROUNDS = 6000 };
static uint64_t seed = 1;

static uint32_t some(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

static int as_number(uint32_t v, unsigned width, bool is_signed)
{
    v &= (1u << width) - 1;
    return is_signed && v >> (width - 1) ? (int)v - (1 << width) : (int)v;
}

/* A sum of unknowns, which may be extended to one bit more, and a constant. */
struct made {
    smt_term term;
    unsigned width;
    uint8_t values[ALL];
};

static void make_sum(struct smt *s, struct made *out, unsigned width)
{
    uint32_t k = some(3) ? some(4) : some(1 << width), parts = some(UNKNOWNS + 1);
    bool is_signed = some(2);
    out->width = width;
    out->term = smt_const(s, k, width);
    memset(out->values, (int)k, ALL);
    for (uint32_t p = 0; p < parts; p++) {
        uint32_t which = some(UNKNOWNS), factor = some(3) ? 1 : 2;
        bool is_less = !some(3);
        smt_term x = smt_convert(s, smt_unknown(s, which, WIDTH), is_signed, width);
        x = smt_binary(s, CWI_MUL, false, x, smt_const(s, factor, width));
        out->term = smt_binary(s, is_less ? CWI_SUB : CWI_ADD, false, out->term, x);
        for (uint32_t n = 0; n < ALL; n++) {
            int v = as_number(n >> WIDTH * which, WIDTH, is_signed) * (int)factor;
            out->values[n] = (uint8_t)(out->values[n] + (is_less ? -v : v));
        }
    }
}

static bool holds(enum cwi_op op, bool is_signed, const struct made *a, const struct made *b, uint32_t n)
{
    int x = as_number(a->values[n], a->width, is_signed), y = as_number(b->values[n], b->width, is_signed);
    return op == CWI_LT ? x < y : op == CWI_LE ? x <= y : x == y;
}

/* Most are a range for one unknown, so that sums of them fit. */
static void make_fact(struct smt *s, struct smt_fact *out, bool *can, struct equations *y)
{
    static const enum cwi_op ops[] = {CWI_LT, CWI_LE, CWI_EQ};
    struct made a, b;
    bool is_signed = some(3), is_range = some(3), is_first = some(2);
    unsigned width = is_range ? WIDTH : WIDTH + some(2);
    enum cwi_op op = is_range ? CWI_LE : ops[some(3)];
    make_sum(s, &a, width);
    make_sum(s, &b, width);
    if (is_range) {
        uint32_t which = some(UNKNOWNS), end = some(5);
        a.term = smt_unknown(s, which, WIDTH);
        b.term = smt_const(s, end, WIDTH);
        for (uint32_t n = 0; n < ALL; n++) {
            a.values[n] = n >> WIDTH * which & (VALUES - 1);
            b.values[n] = (uint8_t)end;
        }
    }
    const struct made *x = is_first ? &a : &b, *z = is_first ? &b : &a;
    bool is_true = true;
    out->term = smt_positive(s, smt_binary(s, op, is_signed, x->term, z->term), &is_true);
    out->is_true = is_range || some(3);
    if (op == CWI_EQ && out->is_true)
        smt_equations_add(y, x->term, z->term);
    for (uint32_t n = 0; n < ALL; n++)
        can[n] &= holds(op, is_signed, x, z, n) == out->is_true;
}

static void test_random(struct smt *s)
{
    static bool can[ALL];
    uint32_t wrong = 0, refuted = 0, impossible = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct equations y = {.s = s};
        struct smt_fact facts[MOST];
        uint32_t count = 2 + some(MOST - 1), possible = 0;
        uint64_t steps = 0;
        memset(can, true, sizeof can);
        for (uint32_t i = 0; i < count; i++)
            make_fact(s, &facts[i], can, &y);
        for (uint32_t n = 0; n < ALL; n++)
            possible += can[n];
        bool is_refuted = y.is_contradiction || smt_integers_contradict(&y, facts, count, &steps);
        wrong += is_refuted && possible;
        refuted += is_refuted;
        impossible += !possible;
    }
    ok(!wrong, "nothing is refuted that can be");
    ok(refuted * 2 > impossible, "and much that cannot: %u of %u", refuted, impossible);
}

/* ---- accounts ---------------------------------------------------------------------------------------------------- */

static smt_term compared(struct smt *s, enum cwi_op op, smt_term a, uint64_t value)
{
    return smt_binary(s, op, true, a, smt_const(s, value, 32));
}

/* Of four accounts with 600 together and none below 0 one pays the other what it has; is the other one above `most`? */
static bool is_refuted(struct smt *s, uint64_t most, bool pays_what_it_has)
{
    enum { ACCOUNTS = 4 };
    struct equations y = {.s = s};
    struct smt_fact facts[16];
    smt_term b[ACCOUNTS], sum = smt_const(s, 0, 32), amount = smt_unknown(s, ACCOUNTS, 32);
    uint64_t steps = 0;
    size_t n = 0;
    for (uint32_t i = 0; i < ACCOUNTS; i++) {
        b[i] = smt_unknown(s, i, 32);
        sum = smt_binary(s, CWI_ADD, true, sum, b[i]);
        facts[n++] = (struct smt_fact){compared(s, CWI_LE, b[i], 600), true};
        facts[n++] = (struct smt_fact){compared(s, CWI_LT, b[i], 0), false};
    }
    smt_equations_add(&y, sum, smt_const(s, 600, 32));
    facts[n++] = (struct smt_fact){compared(s, CWI_LE, amount, 0), false};
    facts[n++] = (struct smt_fact){smt_binary(s, CWI_LT, true, b[0], amount), !pays_what_it_has};
    facts[n++] = (struct smt_fact){compared(s, CWI_LE, smt_binary(s, CWI_ADD, true, b[1], amount), most), false};
    return smt_integers_contradict(&y, facts, n, &steps);
}

int main(void)
{
    struct diag d;
    struct smt *s;
    if (smt_new(&s, &d)) {
        printf("1..0 # SKIP %s\n", d.text);
        return 0;
    }
    test_random(s);
    ok(is_refuted(s, 600, true), "who is paid has no more than there is");
    ok(!is_refuted(s, 599, true), "but all of it");
    ok(!is_refuted(s, 600, false), "unless it is paid more than the other one has");
    smt_free(s);
    return done();
}
