/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said without the solver of conditions that compare single unknowns with constants, against trying all values
 * of two unknowns of few bits.
 */
#include "runtime/smt/smt.h"
#include "tap.h"

#include <stdio.h>

enum { WIDTH = 5, VALUES = 1 << WIDTH, WIDE = 8, ALL = VALUES * VALUES, MOST = 6, ROUNDS = 20000 };
static uint64_t seed = 1;

static uint32_t some(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

struct made { /* a term, and its value for each value of the unknowns */
    smt_term term;
    unsigned width;
    uint64_t values[ALL];
};

static uint64_t extended(uint64_t x, unsigned width, bool is_signed)
{
    return is_signed ? (uint64_t)((int64_t)(x << (64 - width)) >> (64 - width)) : x << (64 - width) >> (64 - width);
}

/* An unknown, maybe extended, moved by up to two constants, either way round. */
static void make_moved(struct smt *s, struct made *out)
{
    uint32_t which = some(2);
    bool is_wide = some(2), is_signed = some(2);
    out->width = is_wide ? WIDE : WIDTH;
    out->term = smt_convert(s, smt_unknown(s, which, WIDTH), is_signed, out->width);
    for (uint32_t n = 0; n < ALL; n++) {
        uint64_t x = which ? n / VALUES : n % VALUES;
        out->values[n] = extended(is_wide && is_signed ? extended(x, WIDTH, true) : x, out->width, false);
    }
    for (uint32_t k = some(3); k > 0; k--) {
        uint64_t by = some(1 << out->width);
        smt_term c = smt_const(s, by, out->width);
        uint32_t how = some(3);
        out->term = how == 0   ? smt_binary(s, CWI_SUB, false, out->term, c)
                    : how == 1 ? smt_binary(s, CWI_ADD, true, out->term, c)
                               : smt_binary(s, CWI_ADD, false, c, out->term);
        for (uint32_t n = 0; n < ALL; n++)
            out->values[n] = extended(out->values[n] + (how ? by : 0 - by), out->width, false);
    }
}

static bool compare(enum cwi_op op, bool is_signed, unsigned width, uint64_t a, uint64_t b)
{
    int64_t x = (int64_t)extended(a, width, is_signed), y = (int64_t)extended(b, width, is_signed);
    return op == CWI_LT   ? x < y
           : op == CWI_LE ? x <= y
           : op == CWI_GT ? x > y
           : op == CWI_GE ? x >= y
           : op == CWI_EQ ? x == y
                          : x != y;
}

/* A comparison with a constant, on either side; or the number itself, which is not 0. */
static void make_condition(struct smt *s, struct made *out, bool has_sums)
{
    static const enum cwi_op ops[] = {CWI_LT, CWI_LE, CWI_GT, CWI_GE, CWI_EQ, CWI_NE};
    struct made x, y;
    enum cwi_op op = ops[some(6)];
    bool is_signed = some(2), is_first = some(2), is_negated = some(2), is_itself = !some(8);
    make_moved(s, &x);
    make_moved(s, &y);
    uint64_t c = some(1 << x.width);
    if (has_sums && !some(3) && x.width == y.width) {
        x.term = smt_binary(s, CWI_MUL, false, x.term, y.term);
        for (uint32_t n = 0; n < ALL; n++)
            x.values[n] = extended(x.values[n] * y.values[n], x.width, false);
    }
    smt_term k = smt_const(s, c, x.width);
    out->term = is_itself ? x.term : smt_binary(s, op, is_signed, is_first ? k : x.term, is_first ? x.term : k);
    out->term = is_negated ? smt_unary(s, CWI_LOGNOT, out->term) : out->term;
    for (uint32_t n = 0; n < ALL; n++) {
        uint64_t v = x.values[n];
        bool is = is_itself ? v != 0 : compare(op, is_signed, x.width, is_first ? c : v, is_first ? v : c);
        out->values[n] = is != is_negated;
    }
}

struct counts {
    uint32_t wrong, impossible, refuted, possible, solved;
};

static void test_once(struct smt *s, bool has_sums, struct counts *out)
{
    static struct made c[MOST];
    smt_term terms[MOST];
    uint32_t count = 1 + some(MOST), possible = 0;
    for (uint32_t i = 0; i < count; i++) {
        make_condition(s, &c[i], has_sums);
        terms[i] = c[i].term;
    }
    for (uint32_t n = 0; n < ALL; n++) {
        uint32_t holding = 0;
        for (uint32_t i = 0; i < count; i++)
            holding += c[i].values[n] != 0;
        possible += holding == count;
    }
    enum smt_answer r = smt_check_ranges(s, terms, count);
    uint64_t at = r == SMT_SAT ? smt_value(s, smt_unknown(s, 0, WIDTH)) : 0;
    at += r == SMT_SAT ? smt_value(s, smt_unknown(s, 1, WIDTH)) * VALUES : 0;
    for (uint32_t i = 0; i < count && r == SMT_SAT; i++)
        out->wrong += at >= ALL || !c[i].values[at];
    out->wrong += r == SMT_UNSAT && possible;
    out->impossible += !possible;
    out->possible += possible != 0;
    out->refuted += r == SMT_UNSAT;
    out->solved += r == SMT_SAT;
}

int main(void)
{
    struct diag d;
    struct smt *s;
    struct counts alone = {0}, sums = {0};
    if (smt_new(&s, &d)) {
        printf("1..0 # SKIP %s\n", d.text);
        return 0;
    }
    for (uint32_t i = 0; i < ROUNDS; i++) {
        test_once(s, false, &alone);
        test_once(s, true, &sums);
    }
    ok(!alone.wrong && alone.refuted == alone.impossible && alone.solved == alone.possible,
       "comparisons of one unknown with a constant are decided: %u can be, %u cannot", alone.possible,
       alone.impossible);
    ok(!sums.wrong, "nothing is said of products that is not so");
    ok(sums.solved > ROUNDS / 50 && sums.refuted * 4 > sums.impossible * 3,
       "and much of what is so: %u of %u that can be, %u of %u that cannot", sums.solved, sums.possible, sums.refuted,
       sums.impossible);
    smt_term x = smt_unknown(s, 77, 32), lowest = smt_convert(s, x, false, 8);
    smt_term is[] = {smt_binary(s, CWI_EQ, false, x, smt_const(s, 0x103, 32)),
                     smt_binary(s, CWI_EQ, false, lowest, smt_const(s, 3, 8)),
                     smt_binary(s, CWI_EQ, false, lowest, smt_const(s, 4, 8))};
    smt_term not [] = {is[0], is[2]};
    ok(smt_check_ranges(s, is, 2) == SMT_SAT && smt_check_ranges(s, not, 2) == SMT_UNSAT,
       "the lowest bits of a number are computed");
    smt_free(s);
    return done();
}
