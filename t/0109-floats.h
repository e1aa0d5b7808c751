/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * For the tests of floating-point sets: what the machine computes in each format and rounding direction, special and
 * random numbers, and sets with some of their elements.
 */
#ifndef CWOLF_T_FLOATS_H
#define CWOLF_T_FLOATS_H

#include "0100-values.h"

#include <fenv.h>
#include <float.h>
#include <math.h>

static const struct vs_type formats[] = {
    {VS_FLOAT, 32, 1, VS_BOUNDED}, {VS_FLOAT, 64, 1, VS_BOUNDED}, {VS_FLOAT, 80, 1, VS_BOUNDED}};
static const int directions[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
static const enum vs_op arithmetic[] = {VS_ADD, VS_SUB, VS_MUL, VS_DIV};
static const enum vs_op comparisons[] = {VS_EQ, VS_NE, VS_LT, VS_LE, VS_GT, VS_GE, VS_UNORDERED};
#define COUNT(array) (sizeof(array) / sizeof *(array))

#define MACHINE(type)                                                                                                  \
    do {                                                                                                               \
        volatile type a = (type)x, b = (type)y, c = 0;                                                                 \
        fesetround(direction);                                                                                         \
        switch ((int)op) {                                                                                             \
        case VS_ADD:                                                                                                   \
            c = a + b;                                                                                                 \
            break;                                                                                                     \
        case VS_SUB:                                                                                                   \
            c = a - b;                                                                                                 \
            break;                                                                                                     \
        case VS_MUL:                                                                                                   \
            c = a * b;                                                                                                 \
            break;                                                                                                     \
        case VS_DIV:                                                                                                   \
            c = a / b;                                                                                                 \
            break;                                                                                                     \
        case VS_NEG:                                                                                                   \
            c = -a;                                                                                                    \
            break;                                                                                                     \
        case VS_ABS:                                                                                                   \
            c = a < 0 ? -a : a == 0 ? (type)0 : a;                                                                     \
            break;                                                                                                     \
        case VS_CONVERT:                                                                                               \
            c = (type)wide;                                                                                            \
            break;                                                                                                     \
        }                                                                                                              \
        fesetround(FE_TONEAREST);                                                                                      \
        return c;                                                                                                      \
    } while (0)

/* x op y as the machine computes it in the format; of VS_CONVERT, x in it. */
static inline long double machine(enum vs_op op, struct vs_type t, long double x, long double y, int direction)
{
    volatile long double wide = x;
    if (t.bits == 32)
        MACHINE(float);
    else if (t.bits == 64)
        MACHINE(double);
    else
        MACHINE(long double);
}

static inline int compared(enum vs_op op, long double x, long double y)
{
    switch ((int)op) {
    case VS_EQ:
        return x == y;
    case VS_NE:
        return x != y;
    case VS_LT:
        return x < y;
    case VS_LE:
        return x <= y;
    case VS_GT:
        return x > y;
    case VS_GE:
        return x >= y;
    default:
        return x != x || y != y;
    }
}

static inline long double greatest(struct vs_type t)
{
    return t.bits == 32 ? (long double)FLT_MAX : t.bits == 64 ? (long double)DBL_MAX : LDBL_MAX;
}
static inline long double tiniest(struct vs_type t)
{
    return t.bits == 32 ? (long double)FLT_TRUE_MIN : t.bits == 64 ? (long double)DBL_TRUE_MIN : LDBL_TRUE_MIN;
}

/* The same number, sign of zero included; any NaN is NaN. */
static inline bool same(long double x, long double y)
{
    return (isnan(x) && isnan(y)) || (x == y && signbit(x) == signbit(y));
}

/* In the order of the sets: -0 before +0, NaN last. */
static inline int by_number(const void *a, const void *b)
{
    long double x = *(const long double *)a, y = *(const long double *)b;
    if (isnan(x) || isnan(y))
        return isnan(x) - isnan(y);
    return x < y ? -1 : x > y ? 1 : signbit(y) - signbit(x);
}

static inline bool holds(struct vs_pool *p, struct vs_type t, vs v, long double x)
{
    return vs_leq(p, t, vs_float(p, t, x), v);
}

/* Specials, small integers and halves, and any bit patterns, rounded to the format. */
static inline long double random_number(struct vs_type t, uint64_t *seed)
{
    uint64_t r = next_random(seed), s = next_random(seed);
    long double x;
    double d;
    switch (r % 8) {
    case 0:
        x = (long double)(int)(s % 21) / 2 - 5;
        break;
    case 1: {
        const long double special[] = {
            0,          -0.0L,       INFINITY,     -INFINITY,       NAN, greatest(t), -greatest(t),
            tiniest(t), -tiniest(t), 1 - 0x1p-24L, greatest(t) / 2, 1,   -1,          3};
        return machine(VS_CONVERT, t, special[s % COUNT(special)], 0, FE_TONEAREST);
    }
    case 2: /* around the smallest numbers */
        x = tiniest(t) * (long double)(int)(s % 9 - 4);
        break;
    case 3: /* near 1 */
        x = (s & 1 ? 1 : -1) * (1 + (long double)(int64_t)(s >> 8) * 0x1p-62L);
        break;
    case 4:
        x = ldexpl((long double)(int64_t)s, (int)(r >> 8) % (t.bits == 32 ? 180 : t.bits == 64 ? 1100 : 16400) - 60);
        break;
    default:
        memcpy(&d, &s, sizeof d);
        x = t.bits == 32 ? ldexpl(d, 0) : d;
        if (t.bits == 32) {
            uint32_t low = (uint32_t)s;
            float f;
            memcpy(&f, &low, sizeof f);
            x = f;
        }
    }
    return machine(VS_CONVERT, t, x, 0, FE_TONEAREST);
}

/* A set and elements that it surely has. */
struct numbers {
    vs set;
    int count;
    long double value[4];
};

static inline void random_numbers(struct vs_pool *p, struct vs_type t, uint64_t *seed, struct numbers *out)
{
    uint64_t r = next_random(seed);
    out->count = 1 + (int)(r % 4);
    out->set = VS_BOTTOM;
    for (int i = 0; i < out->count; i++)
        out->value[i] = random_number(t, seed);
    qsort(out->value, (size_t)out->count, sizeof *out->value, by_number);
    int last = out->count - 1;
    bool nan = isnan(out->value[last]);
    while (last && isnan(out->value[last]))
        last--;
    if (r & 64) /* the interval, or each by itself */
        out->set = vs_float_interval(p, t, out->value[0], out->value[last], nan);
    else
        for (int i = 0; i < out->count; i++)
            out->set = vs_join(p, t, out->set, vs_float(p, t, out->value[i]));
    if ((r & 64) && !nan && (r & 128)) {
        out->set = vs_join(p, t, out->set, vs_float(p, t, NAN));
        if (out->count < 4)
            out->value[out->count++] = NAN;
    }
}

/* Whether each result of the elements is in the image, and each solution is left by the backward operator. */
struct tally {
    long checks, missed, lost, grown, inexact;
};

static inline void complain(struct vs_pool *p, const char *what, enum vs_op op, struct vs_type t, vs a, vs b, vs r,
                            long double x, long double y, long double z)
{
    printf("# %s at %d bits: %s %s %s gives %s; %La and %La give %La\n", what, t.bits, text_of(p, t, a),
           vs_op_names[op], text_of(p, t, b), text_of(p, t, r), x, y, z);
}

/* With any rounding: in all four directions, else to nearest. */
static inline void check_arithmetic(struct vs_pool *p, enum vs_op op, struct vs_type t, const struct numbers *a,
                                    const struct numbers *b, vs wanted, bool any, struct tally *n)
{
    vs v = vs_binary(p, op, t, a->set, t, b->set, t), left = a->set, right = b->set;
    if (wanted != VS_BOTTOM)
        vs_back_binary(p, op, t, wanted, &left, t, &right, t);
    n->grown += !vs_leq(p, t, left, a->set) || !vs_leq(p, t, right, b->set);
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++)
            for (int d = 0; d < (any ? 4 : 1); d++) {
                long double x = a->value[i], y = b->value[j], z = machine(op, t, x, y, directions[d]);
                n->checks++;
                if (!holds(p, t, v, z) && !n->missed++)
                    complain(p, "MISSED", op, t, a->set, b->set, v, x, y, z);
                if (wanted == VS_BOTTOM || !holds(p, t, wanted, z))
                    continue;
                if ((!holds(p, t, left, x) || !holds(p, t, right, y)) && !n->lost++) {
                    complain(p, "LOST", op, t, a->set, b->set, wanted, x, y, z);
                    printf("# left of them: %s and %s\n", text_of(p, t, left), text_of(p, t, right));
                }
            }
}

/* However a machine chooses between NaN and a number, and between two zeros. */
static inline void check_extremes(struct vs_pool *p, struct vs_type t, const struct numbers *a, const struct numbers *b,
                                  struct tally *n)
{
    vs least = vs_binary(p, VS_MIN, t, a->set, t, b->set, t), most = vs_binary(p, VS_MAX, t, a->set, t, b->set, t);
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++) {
            long double x = a->value[i], y = b->value[j];
            bool in = holds(p, t, least, x < y ? x : y) && holds(p, t, least, y < x ? y : x) &&
                      holds(p, t, most, x > y ? x : y) && holds(p, t, most, y > x ? y : x);
            n->checks++;
            if (!in && !n->missed++)
                complain(p, "MISSED", VS_MIN, t, a->set, b->set, least, x, y, x < y ? x : y);
        }
}

static inline void check_comparison(struct vs_pool *p, enum vs_op op, struct vs_type t, const struct numbers *a,
                                    const struct numbers *b, struct tally *n)
{
    struct vs_type truth = int_type(32, 1);
    vs v = vs_binary(p, op, truth, a->set, t, b->set, t);
    for (int value = 0; value < 2; value++) {
        vs left = a->set, right = b->set;
        vs_back_binary(p, op, truth, vs_small(value), &left, t, &right, t);
        n->grown += !vs_leq(p, t, left, a->set) || !vs_leq(p, t, right, b->set);
        for (int i = 0; i < a->count; i++)
            for (int j = 0; j < b->count; j++) {
                long double x = a->value[i], y = b->value[j];
                if (compared(op, x, y) != value)
                    continue;
                n->checks++;
                if (!vs_contains(p, truth, v, value) && !n->missed++)
                    complain(p, "MISSED", op, t, a->set, b->set, v, x, y, value);
                if ((!holds(p, t, left, x) || !holds(p, t, right, y)) && !n->lost++)
                    complain(p, "LOST", op, t, a->set, b->set, v, x, y, value);
            }
    }
}

/* From one format to another, forwards and backwards from the image of one element. */
static inline void check_conversion(struct vs_pool *p, struct vs_type from, struct vs_type to, const struct numbers *a,
                                    bool any, struct tally *n)
{
    vs v = vs_unary(p, VS_CONVERT, to, a->set, from);
    for (int i = 0; i < a->count; i++)
        for (int d = 0; d < (any ? 4 : 1); d++) {
            long double x = a->value[i], z = machine(VS_CONVERT, to, x, 0, directions[d]);
            vs left = a->set;
            n->checks++;
            if (!holds(p, to, v, z) && !n->missed++)
                complain(p, "MISSED", VS_CONVERT, to, VS_TOP, VS_TOP, v, x, x, z);
            vs_back_unary(p, VS_CONVERT, to, vs_float(p, to, z), &left, from);
            n->grown += !vs_leq(p, from, left, a->set);
            if (!holds(p, from, left, x) && !n->lost++)
                complain(p, "LOST", VS_CONVERT, from, a->set, VS_TOP, left, x, x, z);
        }
}

/* The integer that the machine makes of x where C defines it. */
static inline bool truncated(struct vs_type t, long double x, int64_t *out)
{
    long double low = t.is_signed ? -ldexpl(1, t.bits - 1) : 0, high = ldexpl(1, t.bits - t.is_signed);
    if (isnan(x) || truncl(x) < low || truncl(x) >= high)
        return false;
    *out = t.is_signed ? (int64_t)x : (int64_t)(uint64_t)x;
    return true;
}

static inline void check_to_int(struct vs_pool *p, struct vs_type from, struct vs_type to, const struct numbers *a,
                                struct tally *n)
{
    vs v = vs_unary(p, VS_CONVERT, to, a->set, from);
    for (int i = 0; i < a->count; i++) {
        int64_t z = 1;
        long double x = a->value[i];
        bool defined = truncated(to, x, &z);
        vs left = a->set;
        n->checks++;
        if (!(defined ? vs_contains(p, to, v, z) : v == VS_TOP) && !n->missed++)
            printf("# MISSED: %s to %s gives %s, lacks that of %La\n", text_of(p, from, a->set), type_name(to),
                   text_of(p, to, v), x);
        vs_back_unary(p, VS_CONVERT, to, vs_const(p, to, z), &left, from);
        n->grown += !vs_leq(p, from, left, a->set);
        if (!holds(p, from, left, x) && !n->lost++)
            printf("# LOST: %La of %s, converted to %lld, %s left\n", x, text_of(p, from, a->set), (long long)z,
                   text_of(p, from, left));
    }
}

static inline void check_from_int(struct vs_pool *p, struct vs_type from, struct vs_type to, uint64_t *seed, bool any,
                                  struct tally *n)
{
    int64_t value[2];
    for (int i = 0; i < 2; i++) {
        uint64_t r = next_random(seed) >> next_random(seed) % 64;
        value[i] = (int64_t)(next_random(seed) & 1 ? r : 0 - r);
        vs_is_const(p, from, vs_const(p, from, value[i]), &value[i]);
    }
    vs a = next_random(seed) & 1 && !vs_value_less(from, value[1], value[0])
               ? vs_interval(p, from, value[0], value[1])
               : vs_join(p, from, vs_const(p, from, value[0]), vs_const(p, from, value[1]));
    vs v = vs_unary(p, VS_CONVERT, to, a, from);
    for (int i = 0; i < 2; i++)
        for (int d = 0; d < (any ? 4 : 1); d++) {
            long double x = from.is_signed ? (long double)value[i] : (long double)(uint64_t)value[i];
            long double z = machine(VS_CONVERT, to, x, 0, directions[d]);
            vs left = a;
            n->checks++;
            if (!holds(p, to, v, z) && !n->missed++)
                printf("# MISSED: %s of %s gives %s, lacks %La\n", text_of(p, from, a), type_name(from),
                       text_of(p, to, v), z);
            vs_back_unary(p, VS_CONVERT, to, vs_float(p, to, z), &left, from);
            n->grown += !vs_leq(p, from, left, a);
            if (!vs_contains(p, from, left, value[i]) && !n->lost++)
                printf("# LOST: %lld of %s, converted to %La\n", (long long)value[i], text_of(p, from, a), z);
        }
}

static inline void report(const struct tally *n, struct vs_type t, const char *what)
{
    ok(n->checks && !n->missed && !n->lost && !n->grown, "%d bits, %s: nothing missed, lost or grown in %ld checks",
       t.bits, what, n->checks);
}

/* Random sets of each format under every operator and conversion. */
static inline void sample_floats(int rounds, uint64_t seed)
{
    for (size_t f = 0; f < COUNT(formats); f++)
        for (int any = 0; any < 2; any++) {
            struct vs_type t = formats[f];
            struct tally ar = {0}, co = {0}, cv = {0}, in = {0};
            struct vs_pool *p = NULL;
            for (int i = 0; i < rounds; i++) {
                struct numbers a, b, r;
                if (i % 20000 == 0) {
                    vs_pool_free(p);
                    p = vs_pool_new(NULL);
                    vs_pool_any_rounding(p, any);
                }
                random_numbers(p, t, &seed, &a);
                random_numbers(p, t, &seed, &b);
                random_numbers(p, t, &seed, &r);
                for (size_t o = 0; o < COUNT(arithmetic); o++) {
                    int d = any ? directions[i % 4] : FE_TONEAREST; /* of every second result something is left */
                    long double z = machine(arithmetic[o], t, a.value[0], b.value[0], d);
                    vs wanted = i & 4 ? vs_join(p, t, r.set, vs_float(p, t, z)) : vs_float(p, t, z);
                    check_arithmetic(p, arithmetic[o], t, &a, &b, wanted, any, &ar);
                }
                check_extremes(p, t, &a, &b, &co);
                for (size_t o = 0; o < COUNT(comparisons); o++)
                    check_comparison(p, comparisons[o], t, &a, &b, &co);
                check_conversion(p, t, formats[(size_t)i % COUNT(formats)], &a, any, &cv);
                struct vs_type integer = int_type(1 << (3 + i % 4), i & 4);
                integer.is_signed = (i & 4) != 0;
                check_to_int(p, t, integer, &a, &in);
                check_from_int(p, integer, t, &seed, any, &in);
            }
            vs_pool_free(p);
            report(&ar, t, any ? "+ - * / in all directions" : "+ - * / to nearest");
            report(&co, t, "comparisons, min and max");
            report(&cv, t, "conversions between formats");
            report(&in, t, "conversions from and to integers");
        }
}

#endif
