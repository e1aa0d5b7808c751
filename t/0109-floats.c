/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Floating-point sets against the machine: special numbers, the intervals between them under every operator, random
 * ones, the lattice's laws, widening, printing.
 */
#include "0109-floats.h"

enum { SPECIALS = 14, MOST_SETS = 256 };

static size_t special_numbers(struct vs_type t, long double *out)
{
    const long double all[SPECIALS] = {-INFINITY,  -greatest(t), -1.5L,        -1, -tiniest(t), -0.0L,    0,
                                       tiniest(t), 0.5L,         1 + 0x1p-23L, 3,  greatest(t), INFINITY, NAN};
    memcpy(out, all, sizeof all);
    return SPECIALS;
}

/* Every interval between specials, with and without NaN, and NaN alone. Elements: its ends and one within. */
static size_t special_sets(struct vs_pool *p, struct vs_type t, struct numbers *out)
{
    long double x[SPECIALS];
    size_t n = special_numbers(t, x) - 1, count = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            for (int nan = 0; nan < 2; nan++) {
                struct numbers *s = &out[count++];
                *s = (struct numbers){vs_float_interval(p, t, x[i], x[j], nan), 3, {x[i], x[(i + j) / 2], x[j], NAN}};
                s->count += nan;
            }
    out[count++] = (struct numbers){vs_float(p, t, NAN), 1, {NAN, 0, 0, 0}};
    return count;
}

static void specials(struct vs_type t, bool any)
{
    struct numbers *sets = malloc(MOST_SETS * sizeof *sets);
    struct vs_pool *p = vs_pool_new(NULL);
    vs_pool_any_rounding(p, any);
    size_t n = special_sets(p, t, sets);
    struct tally ar = {0}, co = {0};
    uint64_t seed = 5;
    for (size_t i = 0; i < n; i++)
        for (size_t j = any ? i % 8 : i % 3; j < n; j += any ? 8 : 3) {
            for (size_t o = 0; o < COUNT(arithmetic); o++)
                check_arithmetic(p, arithmetic[o], t, &sets[i], &sets[j], sets[next_random(&seed) % n].set, any, &ar);
            for (size_t o = 0; o < COUNT(comparisons) && !any; o++)
                check_comparison(p, comparisons[o], t, &sets[i], &sets[j], &co);
        }
    report(&ar, t, any ? "specials in all directions" : "specials to nearest");
    if (!any)
        report(&co, t, "comparisons of specials");
    free(sets);
    vs_pool_free(p);
}

/* Two singletons give the machine's result and nothing else; comparisons are decided. */
static void exact(struct vs_type t)
{
    long double x[SPECIALS], lo, hi;
    struct vs_pool *p = vs_pool_new(NULL);
    size_t n = special_numbers(t, x), wrong = 0, undecided = 0, unread = 0;
    bool nan;
    for (size_t i = 0; i < n; i++) {
        vs a = vs_float(p, t, x[i]);
        bool number = vs_float_range(p, t, a, &lo, &hi, &nan);
        unread += number == isnan(x[i]) || nan == number || (number && (!same(lo, x[i]) || !same(hi, x[i])));
        wrong += vs_unary(p, VS_NEG, t, a, t) != vs_float(p, t, machine(VS_NEG, t, x[i], 0, FE_TONEAREST));
        wrong += vs_unary(p, VS_ABS, t, a, t) != vs_float(p, t, machine(VS_ABS, t, x[i], 0, FE_TONEAREST));
        for (size_t j = 0; j < n; j++) {
            vs b = vs_float(p, t, x[j]);
            wrong += (a == b) != same(x[i], x[j]);
            for (size_t o = 0; o < COUNT(arithmetic); o++) {
                long double z = machine(arithmetic[o], t, x[i], x[j], FE_TONEAREST);
                wrong += vs_binary(p, arithmetic[o], t, a, t, b, t) != vs_float(p, t, z);
            }
            for (size_t o = 0; o < COUNT(comparisons); o++)
                undecided += vs_binary(p, comparisons[o], int_type(32, 1), a, t, b, t) !=
                             vs_small(compared(comparisons[o], x[i], x[j]));
        }
    }
    ok(!unread, "%d bits: singletons are read back, %zu are not", t.bits, unread);
    ok(!wrong, "%d bits: singletons are computed as the machine does, %zu are not", t.bits, wrong);
    ok(!undecided, "%d bits: comparisons of singletons are decided, %zu are not", t.bits, undecided);
    vs_pool_free(p);
}

/* Complement, meet, join and inclusion, element by element; one handle for one set; widening ends above both. */
static void lattice(struct vs_type t)
{
    struct numbers *sets = malloc(MOST_SETS * sizeof *sets);
    struct vs_pool *p = vs_pool_new(NULL);
    long double x[SPECIALS];
    size_t n = special_sets(p, t, sets), m = special_numbers(t, x), wrong = 0, low = 0, longest = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            vs a = sets[i].set, b = sets[j].set, join = vs_join(p, t, a, b), meet = vs_meet(p, t, a, b);
            vs rest = vs_complement(p, t, a), less = vs_minus(p, t, a, b), wide = vs_widen(p, t, a, b);
            bool subset = true;
            for (size_t k = 0; k < m; k++) {
                bool in_a = holds(p, t, a, x[k]), in_b = holds(p, t, b, x[k]);
                wrong += holds(p, t, join, x[k]) != (in_a || in_b) || holds(p, t, meet, x[k]) != (in_a && in_b) ||
                         holds(p, t, rest, x[k]) == in_a || holds(p, t, less, x[k]) != (in_a && !in_b);
                subset = subset && (!in_a || in_b);
            }
            wrong += vs_leq(p, t, a, b) != subset || (a == b) != (vs_leq(p, t, a, b) && vs_leq(p, t, b, a));
            wrong += vs_join(p, t, b, a) != join || vs_join(p, t, rest, a) != VS_TOP;
            low += !vs_leq(p, t, join, wide);
        }
    for (size_t i = 0; i < n; i++) { /* each set in turn */
        size_t steps = 0;
        vs v = sets[i].set;
        for (size_t j = 0; j < n; j++) {
            vs next = vs_widen(p, t, v, vs_join(p, t, v, sets[(i * 31 + j * 17) % n].set));
            steps += next != v;
            v = next;
        }
        longest = steps > longest ? steps : longest;
    }
    ok(!wrong, "%d bits: join, meet, complement, minus and inclusion of %zu sets, %zu wrong", t.bits, n, wrong);
    ok(!low && longest <= 16, "%d bits: widening is above both and ends after at most %zu steps", t.bits, longest);
    free(sets);
    vs_pool_free(p);
}

static void words(void)
{
    struct vs_pool *p = vs_pool_new(NULL);
    struct vs_type f = formats[0], d = formats[1], l = formats[2], quad = {VS_FLOAT, 128, 1, VS_BOUNDED},
                   i = int_type(32, 1);
    vs half = vs_float(p, d, 0.5), some = vs_float_interval(p, d, 0.5, 2.25, false), zero = vs_small(0);
    is(text_of(p, d, half), "0.5", "a number");
    is(text_of(p, f, vs_float(p, f, 0.1L)), "0.1", "a float in its own digits");
    is(text_of(p, d, vs_unary(p, VS_CONVERT, d, vs_float(p, f, 0.1L), f)), "0.10000000149011612", "widened");
    is(text_of(p, l, vs_float(p, l, 0.1L)), "0.1", "a long double");
    is(text_of(p, d, some), "[0.5 .. 2.25]", "an interval");
    is(text_of(p, d, vs_float(p, d, NAN)), "nan", "NaN");
    is(text_of(p, d, vs_float_interval(p, d, 1, INFINITY, true)), "{[1 .. inf], nan}", "with NaN");
    is(text_of(p, d, vs_complement(p, d, vs_float(p, d, NAN))), "[-inf .. inf]", "all numbers");
    is(text_of(p, d, vs_complement(p, d, half)), "not 0.5", "all but one");
    is(text_of(p, d, vs_float(p, d, -0.0L)), "-0", "a negative zero");
    is(text_of(p, d, vs_float_interval(p, d, -0.0L, 0, false)), "{-0, 0}", "both");
    vs back = VS_TOP;
    vs_back_binary(p, VS_NE, i, vs_small(1), &back, d, &zero, d);
    is(text_of(p, d, back), "not 0", "what != 0 leaves");
    is(text_of(p, d, vs_binary(p, VS_MUL, d, some, d, some, d)), "[0.25 .. 5.0625]", "a product");
    is(text_of(p, d, vs_binary(p, VS_DIV, d, some, d, vs_const(p, d, 0), d)), "inf", "division by zero");
    is(text_of(p, i, vs_unary(p, VS_CONVERT, i, some, d)), "[0 .. 2]", "converted to int");
    is(text_of(p, i, vs_unary(p, VS_CONVERT, i, vs_float(p, d, 3e9), d)), "any", "too large for an int");
    is(text_of(p, d, vs_unary(p, VS_CONVERT, d, vs_interval(p, i, 1, 3), i)), "{1, 2, 3}", "few integers");
    is(text_of(p, d, vs_unary(p, VS_CONVERT, d, vs_interval(p, i, 1, 999), i)), "[1 .. 999]", "many integers");
    vs_pool_any_rounding(p, true);
    is(text_of(p, f, vs_binary(p, VS_DIV, f, vs_const(p, f, 1), f, vs_const(p, f, 3), f)), "[0.3333333 .. 0.33333334]",
       "1 / 3 in any direction");
    ok(vs_float(p, quad, 1) == VS_TOP && vs_binary(p, VS_ADD, quad, VS_TOP, quad, VS_TOP, quad) == VS_TOP &&
           vs_count(p, i, vs_binary(p, VS_LT, i, VS_TOP, quad, VS_TOP, quad)) == 2,
       "128 bits are anything");
    vs_pool_free(p);
}

int main(void)
{
    for (size_t f = 0; f < COUNT(formats); f++) {
        exact(formats[f]);
        lattice(formats[f]);
        specials(formats[f], false);
        specials(formats[f], true);
    }
    words();
    sample_floats(2000, 20240607);
    return done();
}
