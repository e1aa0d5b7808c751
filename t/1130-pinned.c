/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the decisions of a trial leave an input, against trying all values of two inputs of few bits: a term is no
 * question any more (run_trace_unpinned) only where each way to satisfy the decisions gives it the same value.
 */
#include "runtime/run/trace/trace.h"
#include "tap.h"

#include <stdlib.h>

enum { WIDTH = 5, VALUES = 1 << WIDTH, WIDE = 8, ALL = VALUES * VALUES, DECISIONS = 5, ROUNDS = 60000 };
static uint64_t seed = 1;
static struct trace t;

struct made { /* a term, and its value for each value of the inputs */
    uint32_t term;
    unsigned width;
    uint64_t values[ALL];
};

static uint32_t some(uint32_t below)
{
    return (uint32_t)hash_random(&seed, below);
}

static int64_t extended(uint64_t x, unsigned width, bool is_signed)
{
    x <<= 64 - width;
    return is_signed ? (int64_t)x >> (64 - width) : (int64_t)(x >> (64 - width));
}

/* An input, maybe extended, moved by up to two constants. */
static struct made make_moved(void)
{
    uint32_t which = some(8) == 0;
    bool is_wide = some(2), is_signed = some(2);
    struct made r = {.term = run_trace_input_term(&t, which), .width = is_wide ? WIDE : WIDTH};
    r.term = run_trace_convert(&t, r.term, is_signed, r.width);
    for (uint32_t n = 0; n < ALL; n++)
        r.values[n] = (uint64_t)extended(which ? n / VALUES : n % VALUES, WIDTH, is_wide && is_signed);
    for (uint32_t k = some(3); k > 0; k--) {
        uint64_t by = some(1u << r.width);
        bool is_sum = some(2);
        r.term = run_trace_binary(&t, is_sum ? CWI_ADD : CWI_SUB, true, r.term, run_trace_constant(&t, by, r.width));
        for (uint32_t n = 0; n < ALL; n++)
            r.values[n] += is_sum ? by : 0 - by;
    }
    return r;
}

static bool compare(enum cwi_op op, int64_t a, int64_t b)
{
    return op == CWI_LT   ? a < b
           : op == CWI_LE ? a <= b
           : op == CWI_GT ? a > b
           : op == CWI_GE ? a >= b
           : op == CWI_EQ ? a == b
                          : a != b;
}

/* A comparison that holds for run number `run`, or not; with a constant that is near to what that run has. */
static struct made make_condition(uint32_t run)
{
    static const enum cwi_op ops[] = {CWI_LT, CWI_LE, CWI_GT, CWI_GE, CWI_EQ, CWI_NE};
    struct made x = make_moved();
    enum cwi_op op = ops[some(6)];
    bool is_signed = some(2), is_first = some(2);
    uint64_t k = x.values[run] + some(5) - 2;
    uint32_t c = run_trace_constant(&t, (uint64_t)extended(k, x.width, false), x.width);
    x.term = run_trace_binary(&t, op, is_signed, is_first ? x.term : c, is_first ? c : x.term);
    for (uint32_t n = 0; n < ALL; n++) {
        int64_t a = extended(x.values[n], x.width, is_signed), b = extended(k, x.width, is_signed);
        x.values[n] = is_first ? compare(op, a, b) : compare(op, b, a);
    }
    if (!some(3)) {
        x.term = run_trace_add(&t, (struct run_term){.kind = RUN_UNARY, .op = CWI_LOGNOT, .width = 1, .a = x.term});
        for (uint32_t n = 0; n < ALL; n++)
            x.values[n] = !x.values[n];
    }
    x.term = some(3) ? x.term : run_trace_convert(&t, x.term, false, WIDE);
    return x;
}

/* Of the runs that are left; false: the term has several values in them. */
static bool is_one_value(const bool *is_left, const struct made *x)
{
    int64_t value = -1;
    for (uint32_t n = 0; n < ALL; n++) {
        int64_t v = extended(x->values[n], x->width, false);
        if (is_left[n] && value >= 0 && v != value)
            return false;
        value = is_left[n] ? v : value;
    }
    return true;
}

int main(void)
{
    static struct run_input_from from[2] = {{.bits = WIDTH, .is_signed = true}, {.bits = WIDTH}};
    uint32_t wrong = 0, pinned = 0, single = 0;
    t.shared = base_mem_zalloc(sizeof *t.shared);
    t.from = from;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        bool is_left[ALL];
        uint32_t run = some(ALL);
        run_trace_begin(&t);
        t.shared->term_count = 1;
        t.shared->decision_count = 0;
        memset(is_left, true, sizeof is_left);
        for (uint32_t k = 1 + some(DECISIONS); k > 0; k--) {
            struct made c = make_condition(run);
            run_trace_decide(&t, c.term, NULL, c.values[run] != 0);
            for (uint32_t n = 0; n < ALL; n++)
                is_left[n] &= c.values[n] == c.values[run];
        }
        struct made x = make_moved();
        bool is_pinned = !run_trace_unpinned(&t, x.term), is_single = is_one_value(is_left, &x);
        wrong += is_pinned && !is_single;
        pinned += is_pinned;
        single += is_single;
    }
    ok(!wrong, "what is taken for a number has one value: %u of %u have several", wrong, pinned);
    ok(pinned * 10 >= single * 9, "most terms that have one value are known to: %u of %u", pinned, single);
    run_trace_free(&t);
    free(t.shared);
    return done();
}
