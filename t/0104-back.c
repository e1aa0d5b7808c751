/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Backward operators at 3 bits: no solution is ever lost and nothing grows, for every pair of sets and results drawn
 * from all sets; where few values are tried, and for comparisons, && || convert + - always, the result is exactly the
 * projection.
 */
#include "0100-values.h"

static uint8_t table[8][8]; /* the result's place, or 200: trap, 201: any */

static void fill(enum vs_op op, struct vs_type r, struct vs_type t)
{
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            int z = oracle(op, r, least(t) + i, least(t) + j);
            table[i][j] = z == ANY ? 201 : z == TRAP ? 200 : (uint8_t)(z - least(r));
        }
}

static void project(uint32_t r, uint32_t a, uint32_t b, uint32_t *pa, uint32_t *pb)
{
    *pa = *pb = 0;
    for (uint32_t x = a; x; x &= x - 1)
        for (uint32_t y = b; y; y &= y - 1) {
            int i = __builtin_ctz(x), j = __builtin_ctz(y), z = table[i][j];
            if (z == 201 ? r != 0 : z != 200 && (r >> z & 1)) {
                *pa |= 1u << i;
                *pb |= 1u << j;
            }
        }
}

struct result {
    long tried, inexact, lost, grown;
};

static struct result run(struct vs_pool *p, enum vs_op op, struct vs_type r, struct vs_type t, int results)
{
    struct result out = {0};
    bool one = op <= VS_CONVERT;
    vs *sets = all_sets(p, t), *rs = all_sets(p, r);
    uint64_t seed = op + 1;
    uint32_t nr = 1u << (1 << r.bits);
    fill(op, r, t);
    for (uint32_t a = 1; a < 256; a++)
        for (uint32_t b = 1; b < (one ? 2 : 256); b++)
            for (uint32_t i = 0; i<(one ? nr : (uint32_t)results); i += nr> 256 ? 97 : 1) {
                uint32_t m = one ? i : (uint32_t)results >= nr ? i % nr : (uint32_t)(next_random(&seed) % nr), pa, pb;
                if (!one && results == 1 && next_random(&seed) % 4)
                    continue;
                vs x = sets[a], y = sets[b];
                project(m, a, b, &pa, &pb);
                if (one)
                    vs_back_unary(p, op, r, rs[m], &x, t);
                else
                    vs_back_binary(p, op, r, rs[m], &x, t, &y, t);
                out.tried++;
                if (x == sets[pa] && (one || y == sets[pb]))
                    continue;
                uint32_t ga = to_mask(p, t, x), gb = one ? pb : to_mask(p, t, y);
                out.lost += pa & ~ga || pb & ~gb;
                out.grown += ga & ~a || (!one && gb & ~b);
                if (!out.inexact++ || out.lost == 1)
                    printf("# %s %s %s = %s: got %s and %s, expected %s and %s\n", text_of(p, t, sets[a]),
                           vs_op_names[op], one ? "" : text_of(p, t, sets[b]), text_of(p, r, rs[m]), text_of(p, t, x),
                           one ? "" : text_of(p, t, y), text_of(p, t, sets[pa]), text_of(p, t, sets[pb]));
            }
    free(sets);
    free(rs);
    return out;
}

static bool always_exact(enum vs_op op)
{
    return op >= VS_EQ || op == VS_ADD || op == VS_SUB || op <= VS_CONVERT || op == VS_MIN || op == VS_MAX;
}

static void all_operators(struct vs_pool *p, bool enumerates)
{
    const char *how = enumerates ? "" : " without enumeration";
    for (int s = 0; s < 2; s++) {
        struct vs_type t = int_type(3, s);
        for (enum vs_op op = 0; op < VS_OPS; op++) {
            bool truth = op == VS_LOGNOT || op >= VS_EQ;
            struct result x = run(p, op, truth ? int_type(2, 1) : t, t, truth ? 2 : 1);
            if (enumerates || always_exact(op))
                ok(!x.inexact && x.tried, "%s '%s'%s backwards is the projection, %ld times", type_name(t),
                   vs_op_names[op], how, x.tried);
            else
                ok(!x.lost && !x.grown && x.tried, "%s '%s'%s backwards loses nothing in %ld choices, %ld not exact",
                   type_name(t), vs_op_names[op], how, x.tried, x.inexact);
        }
        struct vs_type to[] = {int_type(1, 0), int_type(2, 1), int_type(4, 0), int_type(4, 1), int_type(3, !s)};
        for (size_t i = 0; i < sizeof to / sizeof *to; i++) {
            struct result x = run(p, VS_CONVERT, to[i], t, 1);
            ok(!x.inexact, "%s to %s%s backwards", type_name(t), type_name(to[i]), how);
        }
    }
}

/* What GCC makes of `a <= x && x <= b`: one unsigned comparison. */
static void folded_tests(struct vs_pool *p)
{
    struct vs_type i = int_type(32, 1), u = int_type(32, 0);
    vs op = VS_TOP, nine = vs_small(9);
    vs x = vs_unary(p, VS_CONVERT, u, op, i);
    vs_back_binary(p, VS_GT, i, vs_small(0), &x, u, &nine, u);
    vs_back_unary(p, VS_CONVERT, u, x, &op, i);
    is(text_of(p, i, op), "[0 .. 9]", "!((unsigned) op > 9)");

    for (int truth = 0; truth < 2; truth++) {
        vs y = VS_TOP, k = vs_small(4713), limit = vs_small(14712), c = vs_unary(p, VS_CONVERT, u, y, i);
        vs sum = vs_binary(p, VS_ADD, u, c, u, k, u);
        vs_back_binary(p, VS_GT, i, vs_small(truth), &sum, u, &limit, u);
        vs_back_binary(p, VS_ADD, u, sum, &c, u, &k, u);
        vs_back_unary(p, VS_CONVERT, u, c, &y, i);
        is(text_of(p, i, y), truth ? "not in [-4713 .. 9999]" : "[-4713 .. 9999]",
           truth ? "(unsigned) Y + 4713u > 14712" : "!((unsigned) Y + 4713u > 14712)");
    }

    vs a = vs_interval(p, i, 0, 1), b = a;
    vs_back_binary(p, VS_OR, i, vs_small(0), &a, i, &b, i);
    ok(a == vs_small(0) && b == vs_small(0), "(a | b) == 0 for 0/1 values forces both");
    a = b = VS_TOP;
    vs_back_binary(p, VS_OR, i, vs_small(0), &a, i, &b, i);
    ok(a == vs_small(0) && b == vs_small(0), "(a | b) == 0 for any values forces both");
    a = VS_TOP;
    b = vs_small(-1);
    vs_back_binary(p, VS_AND, i, vs_small(0x1234567), &a, i, &b, i);
    ok(a == vs_small(0x1234567), "a & -1 == 0x1234567");
}

/* Single constraints on 32 bits and more: what remains of an unknown variable. */
static void constants(struct vs_pool *p)
{
    static const struct {
        enum vs_op op;
        int bits, is_signed;
        int64_t c, lo, hi;
        const char *expected;
    } rows[] = {
        {VS_MUL, 32, 1, 3, 7, 12, NULL},
        {VS_DIV, 32, 1, 10, 3, 4, "[30 .. 49]"},
        {VS_DIV, 32, 1, 10, 0, 0, "[-9 .. 9]"},
        {VS_DIV, 32, 1, -10, 3, 4, "[-49 .. -30]"},
        {VS_DIV, 32, 0, 10, 3, 4, "[30 .. 49]"},
        {VS_FLOORDIV, 32, 1, 10, -1, 0, "[-10 .. 9]"},
        {VS_CEILDIV, 32, 1, 10, 1, 1, "[1 .. 10]"},
        {VS_MOD, 32, 0, 16, 3, 3, "any = 3 mod 16"},
        {VS_MOD, 32, 1, 16, 3, 3, "[3 .. 2147483635] = 3 mod 16"},
        {VS_MOD, 32, 1, 16, -3, -3, "[-2147483635 .. -3] = 13 mod 16"},
        {VS_FLOORMOD, 32, 1, 16, 3, 3, "any = 3 mod 16"},
        {VS_MOD, 32, 1, 1000, 5, 2000, ">= 5"},
        {VS_AND, 32, 1, 1, 1, 1, "any = 1 mod 2"},
        {VS_AND, 32, 1, 7, 2, 3, "any = {2, 3} mod 8"},
        {VS_AND, 32, 1, -8, 0, 0, "[0 .. 7]"},
        {VS_AND, 64, 0, -8, 8, 8, "[8 .. 15]"},
        {VS_OR, 32, 1, 7, 15, 15, "[8 .. 15]"},
        {VS_SHL, 8, 0, 4, 16, 16, "any = 1 mod 16"},
        {VS_SHR, 32, 1, 8, -1, 1, "[-256 .. 511]"},
        {VS_SHR, 64, 0, 60, 15, 15, ">= 17293822569102704640"},
        {VS_XOR, 32, 1, -1, 0, 9, "[-10 .. -1]"},
        {VS_ROTL, 32, 0, 8, 256, 256, "1"},
        {VS_MUL, 32, 0, 5, 1, 1, "3435973837"},
        {VS_MUL, 32, 0, 4, 1, 1, "nothing"},
        {VS_MUL, 64, 1, -1, 5, 9, "[-9 .. -5]"},
        {VS_ADD, 64, 0, -1, 0, 4, "[1 .. 5]"},
        {VS_SUB, 64, 1, 1, INT64_MAX, INT64_MAX, "-9223372036854775808"},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct vs_type t = int_type(rows[n].bits, rows[n].is_signed);
        vs a = VS_TOP, b = vs_const(p, t, rows[n].c), r = vs_interval(p, t, rows[n].lo, rows[n].hi);
        char what[200];
        vs_back_binary(p, rows[n].op, t, r, &a, t, &b, t);
        snprintf(what, sizeof what, "%s: x %s %lld in %s", type_name(t), vs_op_names[rows[n].op], (long long)rows[n].c,
                 text_of(p, t, r));
        if (rows[n].expected)
            is(text_of(p, t, a), rows[n].expected, what);
        else
            ok(vs_contains(p, t, a, 3) && vs_contains(p, t, a, 4), "%s", what);
    }
}

int main(void)
{
    struct vs_limits off = {.segments = 64, .modulus = 64, .enumerate = 0, .targets = 64};
    struct vs_pool *p = vs_pool_new(NULL), *q = vs_pool_new(&off);
    all_operators(p, true);
    all_operators(q, false);
    folded_tests(p);
    constants(p);
    vs_pool_free(p);
    vs_pool_free(q);
    return done();
}
