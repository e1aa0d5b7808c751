/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The operator rules of DuVarney's thesis that are wrong as printed, each with its smallest counterexample, run through
 * our operators at 4 bits (minint -8, maxint 7); and the examples of the thesis that are right.
 */
#include "0100-values.h"
#include "abstractions/abstractions.h"

static struct vs_pool *p;
static struct arena *arena;
static const struct vs_type z = {.kind = VS_INT, .bits = 4, .is_signed = 1},
                            truth = {.kind = VS_INT, .bits = 32, .is_signed = 1};
static const struct vs_type word = {.kind = VS_INT, .bits = 32, .is_signed = 1};

static vs range(int lo, int hi)
{
    return vs_interval(p, z, lo, hi);
}

static const struct abs *make(const char *name, size_t count, const int64_t *numbers)
{
    struct abs_arg args[8] = {{0}};
    const struct abs *out;
    struct diag d;
    for (size_t i = 0; i < count; i++)
        args[i] = (struct abs_arg){.kind = ABS_INT, .lo = numbers[i], .hi = numbers[i]};
    if (abs_make(arena, name, args, count, (struct place){0}, &out, &d) != ST_OK)
        ok(false, "%s", d.text);
    return out;
}

static const struct abs *mod(int64_t k)
{
    return make("mod", 1, &k);
}

/* The concretisation of one remainder, or two. */
static vs remainders(int64_t k, int r, int s)
{
    return abs_round(p, mod(k), z, vs_join(p, z, vs_small(r), vs_small(s)));
}

static bool has(vs v, int x)
{
    return vs_contains(p, z, v, x);
}

static vs apply(enum vs_op op, vs a, vs b)
{
    return op <= VS_CONVERT ? vs_unary(p, op, z, a, z) : vs_binary(p, op, z, a, z, b, z);
}

static const char *answer(enum vs_op op, vs a, vs b)
{
    return text_of(p, truth, vs_binary(p, op, truth, a, z, b, z));
}

static void ranges(void)
{
    static const struct {
        const char *rule;
        enum vs_op op;
        int l1, h1, l2, h2;
        const char *expected;
    } rows[] = {
        {"3.25 abs <-1,1> reaches 0", VS_ABS, -1, 1, 0, 0, "[0 .. 1]"},
        {"3.25 abs of minint is minint", VS_ABS, -8, -7, 0, 0, "not in [-7 .. 6]"},
        {"3.33 <-1,-1> / <1,2> truncates to 0", VS_DIV, -1, -1, 1, 2, "[-1 .. 0]"},
        {"3.33 minint / -1 traps", VS_DIV, -8, -8, -1, -1, "nothing"},
        {"3.33 a divisor on both sides of 0", VS_DIV, 6, 6, -1, 2, "{-6, 3, 6}"},
        {"3.34 <0,0> % <-1,-1> is 0", VS_MOD, 0, 0, -1, -1, "0"},
        {"3.34 5 % 7 is 5", VS_MOD, 5, 5, 7, 7, "5"},
        {"3.34 the remainder has the dividend's sign", VS_MOD, -4, 4, -3, -3, "[-2 .. 2]"},
        {"3.34 a divisor that is 0", VS_MOD, -4, 4, 0, 0, "nothing"},
        {"3.35 <-1,0> & <0,1> reaches 1", VS_AND, -1, 0, 0, 1, "[0 .. 1]"},
        {"3.35 both negative", VS_AND, -2, -1, -4, -3, "<= -3"},
        {"3.36 4 | 0 is 4", VS_OR, 4, 4, 0, 0, "4"},
        {"3.36 1 | 0 is 1", VS_OR, 1, 1, 0, 0, "1"},
        {"3.36 0 | 0 is 0", VS_OR, 0, 0, 0, 0, "0"},
        {"3.37 -1 ^ 0 is -1", VS_XOR, -1, -1, 0, 0, "-1"},
        {"3.24 the negation of minint", VS_NEG, -8, -7, 0, 0, "not in [-7 .. 6]"},
        {"3.26 ++ wraps", VS_ADD, 6, 7, 1, 1, "not in [-7 .. 6]"},
        {"3.31 <0,7> - <0,7> within bounds", VS_SUB, 0, 7, 0, 7, ">= -7"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        vs v = apply(rows[i].op, range(rows[i].l1, rows[i].h1), range(rows[i].l2, rows[i].h2));
        const char *text = text_of(p, z, v);
        bool lower_end = !strcmp(rows[i].rule, "3.35 both negative");
        if (lower_end)
            ok(vs_max(p, z, v) == -3 && has(v, -4), "%s: at most the smaller one", rows[i].rule);
        else
            is(text, rows[i].expected, rows[i].rule);
    }
    vs meet = vs_meet(p, z, range(-1, 0), range(0, 0));
    is(text_of(p, z, meet), "0", "3.7.9 meet <-1,0> with <0,0>");
}

/* All four orderings on all pairs of ranges: never wrong, and decided whenever all choices agree. */
static void orderings(void)
{
    for (enum vs_op op = VS_LT; op <= VS_GE; op++) {
        long wrong = 0;
        for (int l1 = -8; l1 < 8; l1++)
            for (int h1 = l1; h1 < 8; h1++)
                for (int l2 = -8; l2 < 8; l2++)
                    for (int h2 = l2; h2 < 8; h2++) {
                        bool yes = false, no = false;
                        for (int x = l1; x <= h1; x++)
                            for (int y = l2; y <= h2; y++)
                                *(oracle(op, int_type(2, 1), x, y) ? &yes : &no) = true;
                        vs r = vs_binary(p, op, truth, range(l1, h1), z, range(l2, h2), z);
                        wrong += r != (yes && no ? vs_interval(p, truth, 0, 1) : vs_small(yes));
                    }
        ok(!wrong, "3.21 '%s' on all pairs of ranges", vs_op_names[op]);
    }
}

static void modulo(void)
{
    is(answer(VS_EQ, remainders(2, 1, 1), remainders(2, 1, 1)), "[0 .. 1]", "3.18 {1} = {1} may hold");
    is(answer(VS_EQ, remainders(2, 1, 1), remainders(2, 0, 0)), "0", "3.18 disjoint remainders are different");
    ok(has(apply(VS_ADD, remainders(2, -1, -1), remainders(2, 0, 0)), 1), "3.42 {-1} + {0} mod 2 has -1 + 2 = 1");
    ok(has(apply(VS_ADD, remainders(2, 0, 0), vs_small(1)), -1), "3.43 ++ on {0} mod 2 has -2 + 1 = -1");
    ok(has(apply(VS_SUB, remainders(2, 0, 0), vs_small(1)), 1), "3.44 -- on {0} mod 2 has 2 - 1 = 1");
    ok(has(apply(VS_SUB, remainders(3, 1, 1), remainders(3, 2, 2)), -1), "3.45 {1} - {2} mod 3 has 1 - 2 = -1");
    ok(has(apply(VS_ADD, remainders(3, 0, 0), remainders(3, 2, 2)), -8), "3.42 mod 3: 3 + 5 wraps to -8");
    ok(has(apply(VS_MUL, remainders(4, -3, -3), remainders(4, -3, -3)), -7), "3.46 mod 4: -3 * -3 wraps to -7");
    ok(has(apply(VS_NEG, remainders(3, -2, -2), 0), -8), "3.40 mod 3: the negation of minint is minint");
    ok(has(apply(VS_ABS, remainders(3, -2, -2), 0), -8), "3.41 mod 3: so is its absolute value");
    ok(has(apply(VS_AND, remainders(4, 3, 3), remainders(4, 1, 1)), 1) &&
           !has(apply(VS_AND, remainders(4, 3, 3), remainders(4, 1, 1)), 2),
       "3.48 & mod 4 has the low bits exactly");
    ok(has(apply(VS_OR, remainders(2, -1, -1), remainders(2, 0, 0)), -1), "3.49 {-1} | {0} has -1");
    ok(has(apply(VS_XOR, remainders(3, -1, -1), remainders(3, 1, 1)), -2), "3.50 {-1} ^ {1} has -2");
    ok(vs_min(p, z, remainders(2, 0, 0)) == -8, "3.6.3 the lower bound of {0} mod 2 is minint");
    ok(vs_min(p, z, remainders(2, -1, 1)) == -7, "3.6.3 the lower bound of {-1, 1} mod 2 is the least odd number");
    ok(vs_min(p, z, remainders(3, 2, 2)) == 2, "3.6.3 the lower bound of {2} mod 3 is 2");
    ok(has(abs_round(p, mod(4), z, remainders(2, 0, 0)), 2), "3.8 {0} mod 2 as mod 4 keeps 2");
    ok(has(abs_round(p, mod(6), z, remainders(3, -2, -2)), -5), "3.8 {-2} mod 3 as mod 6 keeps -5");
    vs mixed = apply(VS_ADD, remainders(4, 0, 0), remainders(6, 0, 0));
    ok(has(mixed, 4 - 6) && has(mixed, 6 - 8) && has(mixed, 4), "3.65 mod 4 + mod 6 keeps every sum");
}

static void intervals(void)
{
    const struct abs *s = make("part", 2, (int64_t[]){-7, -6}), *whole = make("part", 1, (int64_t[]){100});
    ok(has(abs_round(p, s, z, range(-8, -6)), -7), "3.53 A(-8,-6) over {-8}, {-7}, {-6..7} keeps -7");
    ok(abs_round(p, s, z, range(-8, -7)) == range(-8, -7), "3.53 and nothing that is not hit");
    ok(abs_round(p, whole, z, apply(VS_ADD, VS_TOP, VS_TOP)) == VS_TOP, "3.60 top + top over {<-8,7>} is not empty");
    ok(abs_round(p, whole, z, apply(VS_MUL, VS_TOP, VS_TOP)) == VS_TOP, "3.62 top * top over {<-8,7>} is not empty");
    ok(abs_round(p, s, z, apply(VS_NEG, range(-8, -8), 0)) == vs_small(-8),
       "3.55 the negation of minint over the partition");
    is(text_of(p, z, apply(VS_DIV, range(-1, -1), range(7, 7))), "0", "3.63 -1 / 7 is 0");
    const struct abs *sign = make("part", 2, (int64_t[]){0, 1});
    ok(abs_round(p, sign, z, range(1, 1)) == range(1, 7),
       "3.10 a range goes to the intervals that it meets, not to all");
    ok(abs_round(p, sign, z, abs_round(p, s, z, range(-7, -7))) == range(-8, -1),
       "3.11 so does an interval of another partition");
    is(answer(VS_EQ, VS_TOP, VS_TOP), "[0 .. 1]", "3.19 {top} = {top} may hold");
    ok(has(apply(VS_MOD, range(-8, 7), range(3, 3)), -2), "remainders of intervals, which the thesis lacks");
}

static void constraints(void)
{
    vs x = range(-8, 7), y = vs_small(-8);
    vs_back_binary(p, VS_LT, truth, vs_small(1), &x, z, &y, z);
    ok(x == VS_BOTTOM, "3.9.9 v < minint cannot be");
    x = range(-8, 7);
    y = vs_small(7);
    vs_back_binary(p, VS_GT, truth, vs_small(1), &x, z, &y, z);
    ok(x == VS_BOTTOM, "3.9.9 v > maxint cannot be");
    x = range(0, 3);
    y = range(2, 5);
    vs_back_binary(p, VS_EQ, truth, vs_small(1), &x, z, &y, z);
    ok(x == range(2, 3) && y == range(2, 3), "3.9.9 v = e meets, on both sides");
    x = vs_small(2);
    y = range(2, 5);
    vs_back_binary(p, VS_NE, truth, vs_small(1), &x, z, &y, z);
    ok(y == range(3, 5), "3.9.9 e != v, the mirror image");
    x = range(-1, 1);
    vs_back_unary(p, VS_LOGNOT, truth, vs_small(1), &x, z);
    ok(x == vs_small(0), "3.9.9 !v");

    x = vs_interval(p, word, 1, 5);
    y = vs_interval(p, word, 3, 8);
    vs_back_binary(p, VS_LT, truth, vs_small(0), &x, word, &y, word);
    is(text_of(p, word, x), "[3 .. 5]", "3.9.9 the false branch of x < y with x=<1,5>, y=<3,8>: x");
    is(text_of(p, word, y), "[3 .. 5]", "3.9.9 and y");
    x = vs_interval(p, word, 1, 5);
    y = vs_interval(p, word, 3, 8);
    vs_back_binary(p, VS_LT, truth, vs_small(1), &x, word, &y, word);
    ok(x == vs_interval(p, word, 1, 5) && y == vs_interval(p, word, 3, 8), "3.9.9 its true branch");
    x = vs_interval(p, word, 1, 10);
    y = vs_interval(p, word, 5, 20);
    vs_back_binary(p, VS_LE, truth, vs_small(0), &x, word, &y, word);
    is(text_of(p, word, x), "[6 .. 10]", "4.5 the false branch of x <= y with {1..10}, {5..20}: x");
    is(text_of(p, word, y), "[5 .. 9]", "4.5 and y");
}

/* Section 3.5: alpha({5}) in each domain and back. */
static void five(void)
{
    static const struct {
        const char *name;
        size_t count;
        int64_t numbers[2];
        const char *expected;
    } rows[] = {
        {"top", 0, {0}, "any"},      {"bool", 0, {0}, "not 0"}, /* printed {1}, which holds for 0/1 values only */
        {"minmax", 0, {0}, "5"},     {"mod", 1, {2}, "[1 .. 2147483647] = 1 mod 2"},
        {"part", 2, {0, 1}, ">= 1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct abs *a = make(rows[i].name, rows[i].count, rows[i].numbers);
        is(text_of(p, word, abs_round(p, a, word, vs_small(5))), rows[i].expected, "3.5 the concretisation of {5}");
    }
    vs v = abs_round(p, mod(4), word, vs_interval(p, word, 2, 3));
    is(text_of(p, word, v), "[2 .. 2147483647] = {2, 3} mod 4", "2.3 mod(4) with {2, 3} is {2, 3, 6, 7, 10, 11, ...}");
    v = abs_round(p, make("part", 4, (int64_t[]){3, 4, 5, 6}), word, vs_join(p, word, vs_small(4), vs_small(8)));
    is(text_of(p, word, v), "{4, >= 6}", "2.3 part(3,4,5,6) with {[4,4],[6,inf]} is {4, 6, 7, 8, ...}");
}

int main(void)
{
    p = vs_pool_new(NULL);
    arena = arena_new();
    ranges();
    orderings();
    modulo();
    intervals();
    constraints();
    five();
    arena_free(arena);
    vs_pool_free(p);
    return done();
}
