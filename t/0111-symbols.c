/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Symbolic values at 3 bits: every operator takes one for its set and gives a set; what a symbol says of itself comes
 * back as it was put in.
 */
#include "0100-values.h"

static vs named(struct vs_pool *p, struct vs_type t, vs set, uint32_t id, int64_t offset)
{
    struct vs_symbol s = {.id = id, .offset = offset, .bits = t.bits, .t = t, .set = set};
    return vs_symbolic(p, &s);
}

static bool is_set(const struct vs_pool *p, vs v)
{
    struct vs_symbol x;
    return !vs_symbol_of(p, v, &x);
}

/* Whether all operators on two sets give the same when one or both are symbolic. */
static bool same_results(struct vs_pool *p, struct vs_type t, vs a, vs b)
{
    vs x = named(p, t, a, 1, 2), y = named(p, t, b, 3, 0);
    for (int op = VS_NEG; op <= VS_CONVERT; op++)
        if (vs_unary(p, (enum vs_op)op, t, a, t) != vs_unary(p, (enum vs_op)op, t, x, t))
            return false;
    for (int op = VS_ADD; op < VS_UNORDERED; op++) {
        vs r = vs_binary(p, (enum vs_op)op, t, a, t, b, t), a1 = a, b1 = b, a2 = x, b2 = y;
        if (r != vs_binary(p, (enum vs_op)op, t, x, t, y, t) || r != vs_binary(p, (enum vs_op)op, t, a, t, y, t))
            return false;
        vs_back_binary(p, (enum vs_op)op, t, r, &a1, t, &b1, t);
        vs_back_binary(p, (enum vs_op)op, t, r, &a2, t, &b2, t);
        if (vs_plain(p, a2) != a1 || vs_plain(p, b2) != b1 || !is_set(p, a2) || !is_set(p, b2))
            return false;
    }
    return vs_join(p, t, x, y) == vs_join(p, t, a, b) && vs_meet(p, t, x, y) == vs_meet(p, t, a, b) &&
           vs_minus(p, t, x, y) == vs_minus(p, t, a, b) && vs_widen(p, t, x, y) == vs_widen(p, t, a, b) &&
           vs_leq(p, t, x, y) == vs_leq(p, t, a, b) && vs_count(p, t, x) == vs_count(p, t, a) &&
           vs_is_top(p, t, x) == vs_is_top(p, t, a);
}

static void round_trip(struct vs_pool *p)
{
    struct vs_type i32 = {VS_INT, 32, true, VS_BOUNDED}, i64 = {VS_INT, 64, true, VS_BOUNDED};
    struct vs_symbol s = {.id = 7, .offset = 0xfffffff0, .bits = 32, .t = i32, .set = VS_TOP}, out;
    vs v = vs_symbolic(p, &s);
    ok(vs_symbol_of(p, v, &out) && out.id == 7 && out.offset == -16 && out.bits == 32 && out.set == VS_TOP,
       "a constant is kept modulo the symbol's width");
    ok(v == vs_symbolic(p, &out) && v != VS_TOP && vs_plain(p, v) == VS_TOP, "equal symbolic values have one handle");
    s.set = vs_small(4);
    ok(vs_symbolic(p, &s) == vs_small(4), "what has one value is that value");
    s.set = VS_BOTTOM;
    ok(vs_symbolic(p, &s) == VS_BOTTOM, "what has none is none");
    s = (struct vs_symbol){.id = 7, .bits = 32, .extends_sign = true, .t = i64, .set = VS_TOP};
    vs wide = vs_symbolic(p, &s);
    s.extends_sign = false;
    ok(wide != vs_symbolic(p, &s), "extended with the sign is another value than without");
    ok(vs_join(p, i32, v, v) == v && vs_meet(p, i32, v, v) == v, "a value joined with itself is itself");
    s = out;
    s.id = 8;
    ok(is_set(p, vs_join(p, i32, v, vs_symbolic(p, &s))), "two unknown values joined are none of them");
}

int main(void)
{
    struct vs_pool *p = vs_pool_new(NULL);
    for (int is_signed = 0; is_signed < 2; is_signed++) {
        struct vs_type t = {VS_INT, 3, (uint8_t)is_signed, VS_BOUNDED};
        vs *sets = all_sets(p, t);
        bool same = true;
        for (int i = 1; i < 256; i += 3)
            for (int k = 1; k < 256; k += 5)
                same &= same_results(p, t, sets[i], sets[k]);
        ok(same, "operators take a symbolic value for its set (%s)", is_signed ? "signed" : "unsigned");
        free(sets);
    }
    round_trip(p);
    vs_pool_free(p);
    return done();
}
