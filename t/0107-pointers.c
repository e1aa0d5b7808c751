/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pointer sets: null, objects with offsets, addresses made from integers; comparison, difference, conversion, and what
 * a condition leaves of a pointer.
 */
#include "0100-values.h"

enum { A = 1, B = 2, UNSIZED = 3 };
static const struct vs_type ptr = {.kind = VS_PTR, .bits = 64}, truth = {.kind = VS_INT, .bits = 32, .is_signed = 1};
static const struct vs_type offset = {.kind = VS_INT, .bits = 64, .is_signed = 1},
                            size_type = {.kind = VS_INT, .bits = 64};
static struct vs_pool *p;

static int64_t size_of(void *context, uint32_t object)
{
    (void)context;
    return object == A ? 16 : object == B ? 4 : -1;
}

static const char *name_of(const void *context, uint32_t object)
{
    (void)context;
    return object == A ? "a" : object == B ? "b" : NULL;
}

static uint32_t swap(void *context, uint32_t object)
{
    (void)context;
    return object == A ? B : object == B ? VS_DROP : object;
}

static vs at(uint32_t object, int64_t where)
{
    return vs_ptr(p, ptr, object, vs_const(p, offset, where));
}

static vs either(vs x, vs y)
{
    return vs_join(p, ptr, x, y);
}

static const char *print(vs v)
{
    static struct buf out;
    buf_free(&out);
    out = (struct buf){0};
    vs_print(p, ptr, v, &out, name_of, NULL);
    return buf_str(&out);
}

static const char *compare(enum vs_op op, vs x, vs y)
{
    vs r = vs_binary(p, op, truth, x, ptr, y, ptr);
    return r == vs_small(0) ? "0" : r == vs_small(1) ? "1" : "0 or 1";
}

static void making(void)
{
    vs null = vs_null(p, ptr), both = either(at(A, 4), null);
    ok(null == vs_const(p, ptr, 0) && vs_is_small(null) && null == vs_ptr(p, ptr, VS_ABSOLUTE, vs_small(0)),
       "null is a small handle");
    ok(at(A, 0) == either(at(A, 0), at(A, 0)) && at(A, 0) != at(B, 0), "one handle for each set");
    ok(vs_ptr_targets(p, both) == 2 && vs_ptr_object(p, both, 0) == VS_ABSOLUTE && vs_ptr_object(p, both, 1) == A &&
           vs_ptr_offsets(p, both, 1) == vs_small(4),
       "targets are read in the order of objects");
    ok(vs_ptr_targets(p, VS_TOP) == SIZE_MAX && vs_ptr_targets(p, VS_BOTTOM) == 0 && vs_ptr_targets(p, null) == 1,
       "and counted");
    ok(vs_ptr(p, ptr, A, VS_BOTTOM) == VS_BOTTOM, "no offset, no pointer");
    ok(vs_leq(p, ptr, null, both) && !vs_leq(p, ptr, both, null) && vs_leq(p, ptr, both, VS_TOP) &&
           !vs_leq(p, ptr, VS_TOP, both),
       "inclusion");
    ok(vs_meet(p, ptr, both, either(at(A, 4), at(B, 0))) == at(A, 4) && vs_meet(p, ptr, null, at(A, 0)) == VS_BOTTOM,
       "meet");
    ok(vs_minus(p, ptr, both, null) == at(A, 4), "minus");
    ok(vs_ptr_add(p, ptr, both, vs_small(4)) == either(at(A, 8), at(VS_ABSOLUTE, 4)), "adding an offset");
    ok(vs_binary(p, VS_ADD, ptr, at(A, 0), ptr, vs_interval(p, size_type, 0, 3), size_type) ==
           vs_ptr(p, ptr, A, vs_interval(p, offset, 0, 3)),
       "pointer + integer");
    ok(vs_binary(p, VS_ADD, ptr, at(A, 8), ptr, vs_const(p, size_type, -8), size_type) == at(A, 0),
       "plus a huge unsigned number");
    ok(vs_binary(p, VS_SUB, ptr, at(A, 8), ptr, vs_small(4), truth) == at(A, 4), "pointer - integer");
    ok(vs_ptr_map(p, ptr, either(at(A, 4), at(B, 0)), swap, NULL) == at(B, 4), "renaming and dropping objects");
    ok(vs_count(p, ptr, both) == 2 && vs_count(p, ptr, VS_TOP) == UINT64_MAX, "places are counted");
    vs many = VS_BOTTOM;
    for (uint32_t i = 1; i <= 65; i++)
        many = either(many, at(i, 0));
    ok(many == VS_TOP, "65 objects are too many");
    ok(vs_widen(p, ptr, at(A, 0), at(A, 4)) == vs_ptr(p, ptr, A, vs_congruent(p, offset, 0, INT64_MAX, 4, 1)),
       "widening keeps the stride");
}

static void comparing(void)
{
    vs null = vs_null(p, ptr), all_a = vs_ptr(p, ptr, A, vs_interval(p, offset, 0, 12));
    is(compare(VS_EQ, at(A, 0), at(A, 0)), "1", "&a == &a");
    is(compare(VS_EQ, at(A, 0), at(A, 4)), "0", "&a[0] == &a[1]");
    is(compare(VS_NE, all_a, at(A, 4)), "0 or 1", "&a[i] != &a[1]");
    is(compare(VS_EQ, at(A, 0), at(B, 0)), "0", "&a == &b");
    is(compare(VS_EQ, at(A, 16), at(B, 0)), "0 or 1", "one past the end of a may be b");
    is(compare(VS_EQ, at(UNSIZED, 0), at(B, 0)), "0", "the start of an object of unknown size is no other object");
    is(compare(VS_EQ, at(UNSIZED, 8), at(B, 0)), "0 or 1", "further on it may be");
    is(compare(VS_EQ, null, at(A, 0)), "0", "null == &a");
    is(compare(VS_NE, at(A, 0), null), "1", "&a != null");
    is(compare(VS_EQ, null, null), "1", "null == null");
    is(compare(VS_EQ, at(VS_ABSOLUTE, 4096), at(A, 0)), "0 or 1", "an address from an integer may be anything");
    is(compare(VS_LT, at(A, 0), at(A, 4)), "1", "&a[0] < &a[1]");
    is(compare(VS_LT, at(A, 0), at(B, 0)), "0 or 1", "the order of objects is not known");
    is(compare(VS_LT, at(VS_ABSOLUTE, 1), at(VS_ABSOLUTE, -1)), "1", "addresses are unsigned");
    is(compare(VS_LT, at(VS_ABSOLUTE, 0), at(A, 4)), "1", "and null is below every object");
    is(compare(VS_GE, at(A, 0), at(VS_ABSOLUTE, 0)), "1", "which is above");
    is(compare(VS_LE, at(A, 0), at(VS_ABSOLUTE, 0)), "0", "and not equal");
    is(compare(VS_GE, at(A, 0), at(VS_ABSOLUTE, 8)), "0 or 1", "other addresses may be anywhere");
    is(compare(VS_EQ, VS_TOP, null), "0 or 1", "an unknown pointer");
    vs d = vs_binary(p, VS_SUB, offset, all_a, ptr, at(A, 4), ptr);
    is(text_of(p, offset, d), "[-4 .. 8]", "a difference within an object");
    ok(vs_binary(p, VS_SUB, offset, at(A, 0), ptr, at(B, 0), ptr) == VS_TOP, "between objects it is not known");
    ok(vs_unary(p, VS_LOGNOT, truth, at(A, 0), ptr) == vs_small(0) &&
           vs_unary(p, VS_LOGNOT, truth, null, ptr) == vs_small(1),
       "!p");
    ok(vs_binary(p, VS_LOGAND, truth, at(A, 0), ptr, vs_small(7), truth) == vs_small(1), "p && 7");
}

static void converting(void)
{
    ok(vs_unary(p, VS_CONVERT, ptr, vs_small(0), truth) == vs_null(p, ptr), "(void *) 0 is null");
    ok(vs_unary(p, VS_CONVERT, ptr, vs_const(p, size_type, 0x40001000), size_type) == at(VS_ABSOLUTE, 0x40001000),
       "a device address");
    ok(vs_unary(p, VS_CONVERT, size_type, at(VS_ABSOLUTE, 0x40001000), ptr) == vs_const(p, size_type, 0x40001000),
       "and back");
    vs address = vs_unary(p, VS_CONVERT, size_type, at(A, 0), ptr);
    is(text_of(p, size_type, address), "not 0", "the address of an object is some integer but 0");
    is(text_of(p, truth, vs_unary(p, VS_CONVERT, truth, at(A, 0), ptr)), "any", "cut to 32 bits it may be 0");
    ok(vs_unary(p, VS_CONVERT, ptr, address, size_type) == VS_TOP, "and back it may point anywhere");
    ok(vs_unary(p, VS_CONVERT, ptr,
                vs_binary(p, VS_AND, size_type, address, size_type, vs_const(p, size_type, -8), size_type),
                size_type) == VS_TOP,
       "aligned it may, too");
}

static void narrowing(void)
{
    vs null = vs_null(p, ptr), x = either(either(at(A, 0), at(B, 0)), null), y = null;
    vs_back_binary(p, VS_EQ, truth, vs_small(0), &x, ptr, &y, ptr);
    ok(x == either(at(A, 0), at(B, 0)), "p == null is false");
    x = either(at(A, 0), null);
    vs_back_binary(p, VS_EQ, truth, vs_small(1), &x, ptr, &y, ptr);
    ok(x == null, "p == null");
    x = VS_TOP;
    vs_back_binary(p, VS_NE, truth, vs_small(0), &x, ptr, &y, ptr);
    ok(x == null, "an unknown p with p == null");
    x = either(at(A, 0), null);
    y = vs_small(0);
    vs_back_binary(p, VS_NE, truth, vs_small(1), &x, ptr, &y, truth);
    ok(x == at(A, 0), "p != 0, the 0 being an integer");
    x = either(at(A, 0), null);
    vs_back_unary(p, VS_LOGNOT, truth, vs_small(0), &x, ptr);
    ok(x == at(A, 0), "!p is false");
    vs_back_unary(p, VS_LOGNOT, truth, vs_small(1), &x, ptr);
    ok(x == VS_BOTTOM, "then !p cannot be true");
    x = either(at(A, 0), null);
    vs_back_unary(p, VS_CONVERT, size_type, vs_complement(p, size_type, vs_small(0)), &x, ptr);
    ok(x == at(A, 0), "(size_t) p is not 0");
    x = either(at(A, 0), at(B, 0));
    y = either(at(B, 0), null);
    vs_back_binary(p, VS_EQ, truth, vs_small(1), &x, ptr, &y, ptr);
    ok(x == at(B, 0) && y == at(B, 0), "p == q leaves what both may be");
    x = at(A, 16);
    y = at(B, 0);
    vs_back_binary(p, VS_EQ, truth, vs_small(1), &x, ptr, &y, ptr);
    ok(x == at(A, 16) && y == at(B, 0), "one past the end may equal another object");
    x = vs_ptr(p, ptr, A, vs_interval(p, offset, 0, 12));
    y = at(A, 8);
    vs_back_binary(p, VS_LT, truth, vs_small(1), &x, ptr, &y, ptr);
    ok(x == vs_ptr(p, ptr, A, vs_interval(p, offset, 0, 7)), "p < &a[8]");
    x = vs_ptr(p, ptr, A, vs_interval(p, offset, 0, 12));
    y = vs_small(4);
    vs_back_binary(p, VS_ADD, ptr, at(A, 8), &x, ptr, &y, size_type);
    ok(x == at(A, 4), "p + 4 == &a[8]");
    x = either(at(A, 0), null);
    y = vs_interval(p, truth, 0, 3);
    vs_back_binary(p, VS_LOGAND, truth, vs_small(1), &x, ptr, &y, truth);
    ok(x == at(A, 0) && y == vs_interval(p, truth, 1, 3), "p && n");
}

int main(void)
{
    p = vs_pool_new(NULL);
    vs_pool_sizes(p, size_of, NULL);
    making();
    comparing();
    converting();
    narrowing();
    is(print(either(either(at(A, 0), at(B, 12)), vs_null(p, ptr))), "{null, &a, &b + 12}", "as users read it");
    is(print(vs_ptr(p, ptr, A, vs_interval(p, offset, 0, 12))), "&a + [0 .. 12]", "with offsets");
    is(print(at(UNSIZED, -4)), "&object3 - 4", "without a name");
    is(print(at(VS_ABSOLUTE, 0x1000)), "address 0x1000", "an address");
    is(print(VS_TOP), "any", "unknown");
    vs_pool_free(p);
    return done();
}
