/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Types without bounds, held against integers of 128 bits: whatever is drawn from the operands, the result of an
 * operator is in the result's set, and nothing that gives it is lost backwards.
 */
#include "0100-values.h"

#include <inttypes.h>

__extension__ typedef __int128 big;
enum { RUNS = 60000, DRAWN = 12 };
static const struct vs_type z = {VS_INT, 32, 1, VS_UNBOUNDED}, n = {VS_INT, 32, 1, VS_UNBOUNDED_UNSIGNED},
                            wide = {VS_INT, 64, 1, VS_UNBOUNDED}, small = {VS_INT, 8, 1, VS_UNBOUNDED};
static uint64_t seed = 112;

static uint64_t draw(uint64_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 20) % below;
}

/* Somewhere where rules change. */
static int64_t bound(void)
{
    static const int64_t marks[] = {0, 1, 127, 255, INT32_MAX, UINT32_MAX, (int64_t)1 << 62, INT64_MAX - 30};
    int64_t x = marks[draw(draw(3) ? 4 : 8)] + (int64_t)draw(7) - (draw(2) ? 3 : 0);
    return draw(2) ? -x : x;
}

struct operand {
    vs set;
    big drawn[DRAWN]; /* values of it */
};

static struct operand interval(struct vs_pool *p)
{
    struct operand o;
    int64_t lo = bound(), hi = draw(2) ? lo + (int64_t)draw(9) : bound(), t = lo;
    bool no_least = draw(6) == 0, no_most = draw(6) == 0;
    if (hi < lo)
        lo = hi, hi = t;
    o.set = vs_interval(p, z, no_least ? INT64_MIN : lo, no_most ? INT64_MAX : hi);
    for (int i = 0; i < DRAWN; i++) {
        big width = (big)hi - lo, far = (big)draw(1000) << draw(81);
        o.drawn[i] = draw(3) == 0 ? lo : draw(2) ? hi : lo + (big)(draw(UINT64_MAX) % (uint64_t)(width + 1));
        if (no_most && draw(2))
            o.drawn[i] = hi + far;
        else if (no_least && draw(2))
            o.drawn[i] = lo - far;
    }
    return o;
}

static struct operand operand(struct vs_pool *p)
{
    struct operand a = interval(p), b = interval(p);
    if (draw(2))
        return a;
    a.set = vs_join(p, z, a.set, b.set);
    for (int i = 0; i < DRAWN; i += 2)
        a.drawn[i] = b.drawn[i];
    return a;
}

static bool has(const struct vs_pool *p, vs v, big x)
{
    if (v == VS_BOTTOM)
        return false;
    int64_t least = vs_min(p, z, v), most = vs_max(p, z, v);
    if (x >= INT64_MAX || x <= INT64_MIN)
        return x > 0 ? most == INT64_MAX : least == INT64_MIN;
    return vs_contains(p, z, v, (int64_t)x);
}

static big floor_of(big x, big y)
{
    return x / y - (x % y != 0 && (x < 0) != (y < 0));
}

/* False: undefined. */
static bool apply(enum vs_op op, big x, big y, big *r)
{
    bool is_shift = op == VS_SHL || op == VS_SHR;
    if ((op == VS_DIV || op == VS_MOD || op == VS_FLOORDIV || op == VS_FLOORMOD) && !y)
        return false;
    if (is_shift && (y < 0 || y > 31))
        return false;
    switch ((int)op) {
    case VS_ADD:
        *r = x + y;
        return true;
    case VS_SUB:
        *r = x - y;
        return true;
    case VS_MUL:
        return !__builtin_mul_overflow(x, y, r);
    case VS_DIV:
        *r = x / y;
        return true;
    case VS_MOD:
        *r = x % y;
        return true;
    case VS_FLOORDIV:
        *r = floor_of(x, y);
        return true;
    case VS_FLOORMOD:
        *r = x - y * floor_of(x, y);
        return true;
    case VS_AND:
        *r = x & y;
        return true;
    case VS_OR:
        *r = x | y;
        return true;
    case VS_XOR:
        *r = x ^ y;
        return true;
    case VS_SHL:
        return !__builtin_mul_overflow(x, (big)1 << (int)y, r);
    case VS_SHR:
        *r = x >> (int)y;
        return true;
    case VS_MIN:
        *r = x < y ? x : y;
        return true;
    case VS_MAX:
        *r = x > y ? x : y;
        return true;
    case VS_EQ:
        *r = x == y;
        return true;
    case VS_LT:
        *r = x < y;
        return true;
    case VS_GE:
        *r = x >= y;
        return true;
    default:
        *r = x && y;
        return true;
    }
}

static void show(const struct vs_pool *p, const char *what, vs a, vs b, vs r)
{
    struct buf t = {0};
    vs_print(p, z, a, &t, NULL, NULL);
    buf_puts(&t, ", ");
    vs_print(p, z, b, &t, NULL, NULL);
    buf_puts(&t, " -> ");
    vs_print(p, z, r, &t, NULL, NULL);
    printf("# %s: %s\n", what, buf_str(&t));
    buf_free(&t);
}

static void binary(struct vs_pool *p)
{
    static const enum vs_op ops[] = {VS_ADD,      VS_SUB, VS_MUL, VS_DIV, VS_MOD, VS_FLOORDIV,
                                     VS_FLOORMOD, VS_AND, VS_OR,  VS_XOR, VS_SHL, VS_SHR,
                                     VS_MIN,      VS_MAX, VS_EQ,  VS_LT,  VS_GE,  VS_LOGAND};
    int lost = 0, lost_back = 0, tops = 0, narrowed = 0;
    for (int run = 0; run < RUNS && lost + lost_back < 5; run++) {
        enum vs_op op = ops[draw(sizeof ops / sizeof *ops)];
        struct operand a = operand(p), b = operand(p);
        vs r = vs_binary(p, op, z, a.set, z, b.set, z), some = vs_meet(p, z, r, operand(p).set), x = a.set, y = b.set;
        tops += r == VS_TOP;
        vs_back_binary(p, op, z, some, &x, z, &y, z);
        narrowed += x != a.set || y != b.set;
        for (int i = 0; i < DRAWN; i++) {
            big value;
            if (!apply(op, a.drawn[i], b.drawn[i], &value))
                continue;
            if (!has(p, r, value) && !lost++)
                show(p, vs_op_names[op], a.set, b.set, r);
            if (has(p, some, value) && !(has(p, x, a.drawn[i]) && has(p, y, b.drawn[i])) && !lost_back++)
                show(p, "backwards", a.set, b.set, some);
        }
    }
    ok(!lost, "nothing is outside of a result's set");
    ok(!lost_back, "nothing is lost backwards");
    ok(tops < RUNS / 2 && narrowed > RUNS / 8, "%d of %d results are anything; %d are narrowed backwards", tops, RUNS,
       narrowed);
}

static void unary_and_lattice(struct vs_pool *p)
{
    int lost = 0;
    for (int run = 0; run < RUNS / 4 && lost < 5; run++) {
        struct operand a = operand(p), b = operand(p);
        vs joined = vs_join(p, z, a.set, b.set), wider = vs_widen(p, z, a.set, joined),
           met = vs_meet(p, z, a.set, b.set), rest = vs_minus(p, z, a.set, b.set);
        for (int i = 0; i < DRAWN; i++) {
            big x = a.drawn[i];
            bool right =
                has(p, joined, x) && has(p, joined, b.drawn[i]) && has(p, wider, x) && has(p, wider, b.drawn[i]);
            right &= has(p, b.set, x) ? has(p, met, x) : has(p, rest, x);
            right &=
                has(p, vs_unary(p, VS_NEG, z, a.set, z), -x) && has(p, vs_unary(p, VS_BITNOT, z, a.set, z), -x - 1);
            right &= has(p, vs_unary(p, VS_ABS, z, a.set, z), x < 0 ? -x : x);
            if (!right && !lost++)
                show(p, "lattice", a.set, b.set, joined);
        }
        lost += !vs_leq(p, z, a.set, joined) || !vs_leq(p, z, joined, wider) || !vs_leq(p, z, met, b.set);
    }
    ok(!lost, "- ~ abs, join, meet, difference, widening");
}

/* Where a type has the value that stays; else it may be anything. */
static void conversions(struct vs_pool *p)
{
    static const struct {
        const struct vs_type *to;
        big least, most;
    } rows[] = {{&n, 0, UINT32_MAX}, {&small, -128, 127}, {&wide, -((big)1 << 100), (big)1 << 100}};
    struct vs_type machine = int_type(32, 1);
    int lost = 0, kept = 0;
    for (int run = 0; run < RUNS / 4; run++) {
        struct operand a = operand(p);
        for (int i = 0; i < DRAWN; i++) {
            big x = a.drawn[i];
            for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
                vs r = vs_unary(p, VS_CONVERT, *rows[k].to, a.set, z), back = a.set;
                bool fits = x >= rows[k].least && x <= rows[k].most;
                lost += fits ? !has(p, r, x) : r != VS_TOP;
                kept += r != VS_TOP;
                vs_back_unary(p, VS_CONVERT, *rows[k].to, vs_const(p, *rows[k].to, 5), &back, z);
                lost += !fits || x == 5 ? !has(p, back, x) : 0;
            }
            vs r = vs_unary(p, VS_CONVERT, machine, a.set, z);
            lost += x >= INT32_MIN && x <= INT32_MAX ? !vs_contains(p, machine, r, (int64_t)x) : r != VS_TOP;
        }
    }
    ok(!lost && kept, "conversions");
}

static void texts(struct vs_pool *p)
{
    static const struct {
        int64_t lo, hi;
        const char *text;
    } rows[] = {{5, INT64_MAX, ">= 5"},
                {INT64_MIN, 0, "<= 0"},
                {INT64_MIN, INT64_MAX, "any"},
                {-3, 3000000000, "[-3 .. 3000000000]"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct buf t = {0};
        vs_print(p, z, vs_interval(p, z, rows[i].lo, rows[i].hi), &t, NULL, NULL);
        is(buf_str(&t), rows[i].text, rows[i].text);
        buf_free(&t);
    }
    vs half = vs_interval(p, z, 5, INT64_MAX), three = vs_const(p, z, 3);
    ok(vs_binary(p, VS_ADD, z, half, z, three, z) == vs_interval(p, z, 8, INT64_MAX), "[5 .. oo] + 3 is [8 .. oo]");
    ok(vs_binary(p, VS_MUL, z, half, z, three, z) == vs_interval(p, z, 15, INT64_MAX) ||
           vs_leq(p, z, vs_binary(p, VS_MUL, z, half, z, three, z), vs_interval(p, z, 15, INT64_MAX)),
       "[5 .. oo] * 3 is at least 15");
    ok(vs_binary(p, VS_LT, z, three, z, half, z) == vs_small(1), "3 < [5 .. oo]");
    vs last = vs_const(p, wide, INT64_MAX - 2), sum = vs_binary(p, VS_ADD, wide, last, wide, last, wide);
    ok(!vs_is_const(p, wide, sum, NULL) && vs_min(p, wide, sum) > 0,
       "a sum beyond 64 bits is no single value, and positive");
}

int main(void)
{
    struct vs_pool *p = vs_pool_new(NULL);
    binary(p);
    unary_and_lattice(p);
    conversions(p);
    texts(p);
    vs_pool_free(p);
    return done();
}
