/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conditions with products by large constants that are said to contradict each other, where only equal numbers are
 * known to have equal products, against trying all values of two unknowns of eight bits.
 */
#include "runtime/smt/smt.h"
#include "tap.h"

#include <stdlib.h>

enum { WIDTH = 8, VALUES = 1 << WIDTH, ALL = VALUES * VALUES, MOST = 5, ROUNDS = 400 };
static uint64_t seed = 1;

struct made { /* a term, and its value for each value of the unknowns */
    smt_term term;
    uint8_t values[ALL];
};
static struct made numbers[2], conditions[MOST];

static uint32_t some(uint32_t below)
{
    return (uint32_t)hash_random(&seed, below);
}

/* An unknown, moved by a constant or one of two such, which another unknown's lowest bit chooses. */
static void make_argument(struct smt *s, struct made *out)
{
    uint32_t which = some(3) == 0, by = some(3), other = some(3);
    bool is_choice = !some(3);
    smt_term x = smt_unknown(s, which, WIDTH), bit = smt_convert(s, smt_unknown(s, 1, WIDTH), false, 1);
    out->term = smt_binary(s, CWI_ADD, false, x, smt_const(s, by, WIDTH));
    if (is_choice)
        out->term = smt_cond(s, bit, smt_binary(s, CWI_ADD, false, x, smt_const(s, other, WIDTH)), out->term);
    for (uint32_t n = 0; n < ALL; n++) {
        uint32_t value = which ? n / VALUES : n % VALUES;
        out->values[n] = (uint8_t)(value + (is_choice && n / VALUES % 2 ? other : by));
    }
}

/* Mostly a product, by one of two constants, and a constant more. */
static void make_number(struct smt *s, struct made *out)
{
    uint8_t factor = some(2) ? 0x7f : 0xef, more = (uint8_t)some(3);
    make_argument(s, out);
    if (!some(4))
        return;
    out->term = smt_binary(s, CWI_MUL, false, out->term, smt_const(s, factor, WIDTH));
    out->term = smt_binary(s, CWI_ADD, false, out->term, smt_const(s, more, WIDTH));
    for (uint32_t n = 0; n < ALL; n++)
        out->values[n] = (uint8_t)(out->values[n] * factor + more);
}

static void make_condition(struct smt *s, struct made *out)
{
    enum cwi_op op = some(3) ? CWI_EQ : CWI_LT;
    bool is_negated = some(2);
    make_number(s, &numbers[0]);
    make_number(s, &numbers[1]);
    out->term = smt_binary(s, op, false, numbers[0].term, numbers[1].term);
    out->term = is_negated ? smt_unary(s, CWI_LOGNOT, out->term) : out->term;
    for (uint32_t n = 0; n < ALL; n++) {
        uint8_t a = numbers[0].values[n], b = numbers[1].values[n];
        out->values[n] = (op == CWI_EQ ? a == b : a < b) != is_negated;
    }
}

static bool is_possible(uint32_t count)
{
    bool any = false;
    for (uint32_t n = 0; n < ALL && !any; n++) {
        any = true;
        for (uint32_t k = 0; k < count; k++)
            any &= conditions[k].values[n];
    }
    return any;
}

int main(void)
{
    struct smt *s;
    struct diag d;
    uint32_t wrong = 0, refuted = 0, impossible = 0;
    if (smt_new(&s, &d)) {
        printf("1..0 # SKIP %s\n", d.text);
        return 0;
    }
    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t count = 2 + some(MOST - 1);
        smt_term terms[MOST];
        for (uint32_t k = 0; k < count; k++) {
            make_condition(s, &conditions[k]);
            terms[k] = conditions[k].term;
        }
        bool is_refuted = smt_is_refuted_without_scaling(s, terms, count), may_be = is_possible(count);
        wrong += is_refuted && may_be;
        refuted += is_refuted;
        impossible += !may_be;
    }
    ok(!wrong, "what is refuted is impossible: %u of %u are not", wrong, refuted);
    ok(refuted >= 20, "some of what is impossible is refuted: %u of %u", refuted, impossible);
    smt_free(s);
    return done();
}
