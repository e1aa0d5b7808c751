/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Division by zero, minint / -1 and overflow: never, for some or for all choices, exactly at 3 bits; never too
 * optimistic without enumeration and at more bits.
 */
#include "0100-values.h"

static bool traps(enum vs_op op, struct vs_type t, int x, int y)
{
    bool division = op == VS_DIV || op == VS_MOD || (op >= VS_FLOORDIV && op <= VS_FLOORMOD);
    return division && (y == 0 || (t.is_signed && y == -1 && x == least(t)));
}

static bool overflow(enum vs_op op, struct vs_type t, int x, int y)
{
    int z = x;
    switch ((int)op) {
    case VS_NEG:
        z = -x;
        break;
    case VS_ABS:
        z = abs(x);
        break;
    case VS_ADD:
        z = x + y;
        break;
    case VS_SUB:
        z = x - y;
        break;
    case VS_MUL:
        z = x * y;
        break;
    case VS_SHL:
    case VS_SHR:
        if (y < 0 || y >= t.bits)
            return true;
        z = op == VS_SHL ? x * (1 << y) : x;
        break;
    case VS_DIV:
    case VS_FLOORDIV:
    case VS_CEILDIV:
    case VS_EXACTDIV:
        z = y == -1 ? -x : x;
        break;
    default:
        return false;
    }
    return t.is_signed && (z < least(t) || z > least(t) + (1 << t.bits) - 1);
}

typedef bool concrete_question(enum vs_op op, struct vs_type t, int x, int y);
typedef int set_question(struct vs_pool *p, enum vs_op op, struct vs_type r, vs a, struct vs_type ta, vs b,
                         struct vs_type tb);

static void ask(struct vs_pool *p, const char *what, concrete_question *one, set_question *all, bool exact)
{
    for (int s = 0; s < 2; s++) {
        struct vs_type t = int_type(3, s);
        vs *sets = all_sets(p, t);
        long wrong = 0, some = 0;
        for (enum vs_op op = 0; op < VS_OPS; op++)
            for (uint32_t a = 1; a < 256; a++)
                for (uint32_t b = 1; b < (op < VS_ADD ? 2 : 256); b += exact ? 1 : 3) {
                    int yes = 0, no = 0, got = all(p, op, t, sets[a], t, sets[b], t);
                    for (uint32_t x = a; x; x &= x - 1)
                        for (uint32_t y = b; y; y &= y - 1) {
                            bool o = one(op, t, least(t) + __builtin_ctz(x), least(t) + __builtin_ctz(y));
                            yes += o;
                            no += !o;
                        }
                    int expected = !yes ? 0 : no ? 1 : 2;
                    some += yes != 0;
                    bool bad = exact ? got != expected : (got == 2 && no) || (got == 0 && yes);
                    if (bad && !wrong++)
                        printf("# %s %s %s: got %d, expected %d\n", text_of(p, t, sets[a]), vs_op_names[op],
                               text_of(p, t, sets[b]), got, expected);
                }
        ok(!wrong && some, "%s: %s, %s (%ld times)", type_name(t), what, exact ? "exactly" : "without enumeration",
           some);
        free(sets);
    }
}

int main(void)
{
    struct vs_limits off = {.segments = 64, .modulus = 64, .enumerate = 0, .targets = 64};
    struct vs_pool *p = vs_pool_new(NULL), *q = vs_pool_new(&off);
    struct vs_type i = int_type(32, 1), l = int_type(64, 1), u = int_type(64, 0);
    ask(p, "traps", traps, vs_traps, true);
    ask(p, "overflows", overflow, vs_overflows, true);
    ask(q, "traps", traps, vs_traps, false);
    ask(q, "overflows", overflow, vs_overflows, false);
    vs up = vs_interval(p, i, 1, INT32_MAX), one = vs_small(1), low = vs_interval(p, i, 0, INT32_MAX - 1);
    ok(vs_overflows(p, VS_ADD, i, up, i, one, i) == 1 && vs_overflows(p, VS_ADD, i, low, i, one, i) == 0,
       "x + 1 at 32 bits");
    ok(vs_overflows(p, VS_ADD, i, vs_const(p, i, INT32_MAX), i, up, i) == 2,
       "maxint + a positive number always overflows");
    ok(vs_overflows(p, VS_MUL, l, VS_TOP, l, VS_TOP, l) == 1 && vs_overflows(p, VS_MUL, u, VS_TOP, u, VS_TOP, u) == 0,
       "products of 64 bits");
    ok(vs_overflows(p, VS_SHL, i, one, i, vs_interval(p, i, 0, 30), i) == 0 &&
           vs_overflows(p, VS_SHL, i, one, i, vs_small(32), i) == 2,
       "1 << n");
    ok(vs_traps(p, VS_DIV, i, VS_TOP, i, VS_TOP, i) == 1 && vs_traps(p, VS_DIV, i, VS_TOP, i, vs_small(0), i) == 2 &&
           vs_traps(p, VS_DIV, i, up, i, vs_small(-1), i) == 0,
       "x / y at 32 bits");
    ok(vs_traps(p, VS_DIV, i, VS_BOTTOM, i, vs_small(0), i) == 0, "nothing traps where nothing is");
    vs_pool_free(p);
    vs_pool_free(q);
    return done();
}
