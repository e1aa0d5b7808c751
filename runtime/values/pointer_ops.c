/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Operators on pointers, target by target. Distinct objects have distinct non-null addresses in an unknown order; one
 * past the end of one may equal the start of another; an address made from an integer may equal anything but null.
 */
#include "runtime/values/private.h"

enum { MOST_ADDRESSES = 4096 }; /* a larger set of integers may stem from an object's address */

static bool unknown(const struct vs_pool *p, vs v)
{
    return vs_ptr_targets(p, v) == SIZE_MAX;
}

/* Whether the offsets surely lie in the object, where no other object is. The start does even when the size is not
 * known. */
static bool inside(const struct vs_pool *p, struct vs_type t, uint32_t object, vs offsets)
{
    struct view v;
    vs_view_of(p, vs_offset_type(t), offsets, &v);
    int64_t size = p->size ? p->size(p->size_context, object) : -1;
    return view_min(&v) >= 0 && view_max(&v) < (size < 0 ? 1 : (wide)size);
}

static bool is_summary(const struct vs_pool *p, uint32_t object)
{
    return p->is_summary && p->is_summary(p->summary_context, object);
}

static bool is_null(uint32_t object, vs offsets)
{
    return object == VS_ABSOLUTE && offsets == vs_small(0);
}

/* How two targets compare: which of the outcomes 0 and 1. */
static void compare_targets(struct vs_pool *p, enum vs_op op, struct vs_type t, uint32_t oa, vs a, uint32_t ob, vs b,
                            bool *no, bool *yes)
{
    struct vs_type offset = vs_offset_type(t), address = {.kind = VS_INT, .bits = t.bits, .is_signed = 0};
    struct vs_type truth = {.kind = VS_INT, .bits = 32, .is_signed = 1};
    bool equality = op == VS_EQ || op == VS_NE;
    if (oa == ob) {
        struct vs_type as = oa == VS_ABSOLUTE ? address : offset;
        a = vs_unary(p, VS_CONVERT, as, a, offset);
        b = vs_unary(p, VS_CONVERT, as, b, offset);
        vs r = vs_binary(p, op, truth, a, as, b, as);
        bool many = is_summary(p, oa); /* other blocks of it have other addresses */
        *no |= many || vs_contains(p, truth, r, 0);
        *yes |= many || vs_contains(p, truth, r, 1);
        return;
    }
    bool apart = is_null(oa, a) || is_null(ob, b);
    if (apart && !equality) { /* null is below everything */
        bool holds = is_null(oa, a) ? op == VS_LT || op == VS_LE : op == VS_GT || op == VS_GE;
        *no |= !holds;
        *yes |= holds;
        return;
    }
    if (oa != VS_ABSOLUTE && ob != VS_ABSOLUTE)
        apart = inside(p, t, oa, a) && inside(p, t, ob, b);
    *no |= !equality || op == VS_EQ || !apart;
    *yes |= !equality || op == VS_NE || !apart;
}

static vs compare_pointers(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type t, vs b)
{
    bool no = false, yes = false;
    if (unknown(p, a) || unknown(p, b))
        return vs_truths(p, result, true, true);
    for (size_t i = 0; i < vs_ptr_targets(p, a); i++)
        for (size_t j = 0; j < vs_ptr_targets(p, b); j++)
            compare_targets(p, op, t, vs_ptr_object(p, a, i), vs_ptr_offsets(p, a, i), vs_ptr_object(p, b, j),
                            vs_ptr_offsets(p, b, j), &no, &yes);
    return vs_truths(p, result, no, yes);
}

/* The distance in bytes within one object; between objects anything. */
static vs distance(struct vs_pool *p, struct vs_type result, vs a, struct vs_type t, vs b)
{
    struct vs_type offset = vs_offset_type(t);
    vs out = VS_BOTTOM;
    if (unknown(p, a) || unknown(p, b))
        return VS_TOP;
    for (size_t i = 0; i < vs_ptr_targets(p, a); i++)
        for (size_t j = 0; j < vs_ptr_targets(p, b); j++) {
            if (vs_ptr_object(p, a, i) != vs_ptr_object(p, b, j) || is_summary(p, vs_ptr_object(p, a, i)))
                return VS_TOP;
            vs d = vs_binary(p, VS_SUB, offset, vs_ptr_offsets(p, a, i), offset, vs_ptr_offsets(p, b, j), offset);
            out = vs_join(p, result, out, vs_unary(p, VS_CONVERT, result, d, offset));
        }
    return out;
}

static vs to_integer(struct vs_pool *p, struct vs_type result, vs a, struct vs_type t)
{
    struct vs_type address = {.kind = VS_INT, .bits = t.bits, .is_signed = 0};
    vs out = VS_BOTTOM;
    if (unknown(p, a))
        return VS_TOP;
    for (size_t i = 0; i < vs_ptr_targets(p, a); i++) {
        vs part = VS_TOP;
        if (vs_ptr_object(p, a, i) == VS_ABSOLUTE)
            part = vs_unary(p, VS_CONVERT, address, vs_ptr_offsets(p, a, i), vs_offset_type(t));
        else
            part = vs_minus(p, address, VS_TOP, vs_small(0));
        if (result.bits < t.bits && vs_ptr_object(p, a, i) != VS_ABSOLUTE)
            return VS_TOP;
        out = vs_join(p, result, out, vs_unary(p, VS_CONVERT, result, part, address));
    }
    return out;
}

static vs from_integer(struct vs_pool *p, struct vs_type result, vs a, struct vs_type ta)
{
    struct vs_type offset = vs_offset_type(result);
    if (vs_count(p, ta, a) > MOST_ADDRESSES || vs_is_top(p, ta, a))
        return VS_TOP;
    return vs_ptr(p, result, VS_ABSOLUTE, vs_unary(p, VS_CONVERT, offset, a, ta));
}

vs vs_pointer_unary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta)
{
    if (op == VS_LOGNOT) {
        bool no, yes;
        vs_pointer_truth(p, a, &no, &yes);
        return vs_truths(p, result, yes, no);
    }
    if (op != VS_CONVERT)
        return VS_TOP;
    if (ta.kind == VS_PTR && result.kind == VS_PTR)
        return ta.bits == result.bits ? a : VS_TOP;
    if (ta.kind == VS_PTR && is_int(result))
        return to_integer(p, result, a, ta);
    if (result.kind == VS_PTR && is_int(ta))
        return from_integer(p, result, a, ta);
    return VS_TOP;
}

/* The truth of an operand of any type, for && and ||. */
static void operand_truth(struct vs_pool *p, struct vs_type t, vs v, bool *no, bool *yes)
{
    *no = *yes = true;
    if (t.kind == VS_PTR)
        vs_pointer_truth(p, v, no, yes);
    else if (is_int(t)) {
        *no = vs_contains(p, t, v, 0);
        *yes = v != vs_small(0);
    }
}

static vs logic(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta, vs b,
                struct vs_type tb)
{
    bool no_a, yes_a, no_b, yes_b;
    operand_truth(p, ta, a, &no_a, &yes_a);
    operand_truth(p, tb, b, &no_b, &yes_b);
    if (op == VS_LOGAND)
        return vs_truths(p, result, no_a || no_b, yes_a && yes_b);
    return vs_truths(p, result, no_a && no_b, yes_a || yes_b);
}

/* pointer + integer, integer + pointer, pointer - integer. */
static vs moved(struct vs_pool *p, enum vs_op op, struct vs_type t, vs pointer, vs by, struct vs_type tb)
{
    struct vs_type offset = vs_offset_type(t);
    by = vs_unary(p, VS_CONVERT, offset, by, tb);
    if (op == VS_SUB)
        by = vs_unary(p, VS_NEG, offset, by, offset);
    return vs_ptr_add(p, t, pointer, by);
}

vs vs_pointer_binary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta, vs b,
                     struct vs_type tb)
{
    bool pa = ta.kind == VS_PTR, pb = tb.kind == VS_PTR;
    if (op == VS_LOGAND || op == VS_LOGOR)
        return logic(p, op, result, a, ta, b, tb);
    if (vs_is_comparison(op)) { /* an integer compared with a pointer is one */
        if (!pa)
            a = vs_pointer_unary(p, VS_CONVERT, tb, a, ta), ta = tb;
        if (!pb)
            b = vs_pointer_unary(p, VS_CONVERT, ta, b, tb);
        return compare_pointers(p, op, result, a, ta, b);
    }
    if (op == VS_SUB && pa && pb && is_int(result))
        return distance(p, result, a, ta, b);
    if ((op == VS_ADD || op == VS_SUB) && pa && is_int(tb) && result.kind == VS_PTR)
        return moved(p, op, ta, a, b, tb);
    if (op == VS_ADD && pb && is_int(ta) && result.kind == VS_PTR)
        return moved(p, op, tb, b, a, ta);
    if ((op == VS_MIN || op == VS_MAX) && pa && pb)
        return vs_join(p, ta, a, b);
    return VS_TOP;
}

/* ---- backwards --------------------------------------------------------------------------------------------------- */

static vs not_null(struct vs_pool *p, struct vs_type t, vs v)
{
    return vs_minus(p, t, v, vs_small(0));
}

/* *a == b holds: the targets of a that may equal one of b. A pointer about which nothing is known becomes b. */
static vs equal_to(struct vs_pool *p, struct vs_type t, vs a, vs b)
{
    struct vs_type offset = vs_offset_type(t);
    vs out = VS_BOTTOM;
    if (unknown(p, b))
        return a;
    if (unknown(p, a))
        return b;
    for (size_t i = 0; i < vs_ptr_targets(p, a); i++) {
        uint32_t object = vs_ptr_object(p, a, i);
        vs kept = VS_BOTTOM;
        for (size_t j = 0; j < vs_ptr_targets(p, b); j++) {
            bool no = false, yes = false;
            vs mine = vs_ptr_offsets(p, a, i), other = vs_ptr_offsets(p, b, j);
            compare_targets(p, VS_EQ, t, object, mine, vs_ptr_object(p, b, j), other, &no, &yes);
            bool is_one = !is_summary(p, object) || (inside(p, t, object, mine) && inside(p, t, object, other));
            if (yes && vs_ptr_object(p, b, j) == object && is_one)
                mine = vs_meet(p, offset, mine, other);
            if (yes)
                kept = vs_join(p, offset, kept, mine);
        }
        out = vs_join(p, t, out, vs_ptr(p, t, object, kept));
    }
    return out;
}

/* *a != b holds: when b is one place, that place is taken out. */
static vs unequal_to(struct vs_pool *p, struct vs_type t, vs a, vs b)
{
    if (vs_ptr_targets(p, b) != 1 || vs_count(p, t, b) != 1 || is_summary(p, vs_ptr_object(p, b, 0)))
        return a;
    return vs_minus(p, t, a, b);
}

static void keep_within(struct vs_pool *p, struct vs_type t, vs *a, vs to)
{
    if (vs_leq(p, t, to, *a))
        *a = to;
}

/* An ordering within one object narrows the offsets; of a summary it may be one of two objects. */
static void order(struct vs_pool *p, enum vs_op op, vs r, vs *a, struct vs_type t, vs *b)
{
    struct vs_type offset = vs_offset_type(t), truth = {.kind = VS_INT, .bits = 32, .is_signed = 1};
    if (vs_ptr_targets(p, *a) != 1 || vs_ptr_targets(p, *b) != 1 ||
        vs_ptr_object(p, *a, 0) != vs_ptr_object(p, *b, 0) || vs_ptr_object(p, *a, 0) == VS_ABSOLUTE ||
        is_summary(p, vs_ptr_object(p, *a, 0)))
        return;
    vs x = vs_ptr_offsets(p, *a, 0), y = vs_ptr_offsets(p, *b, 0);
    vs_back_binary(p, op, truth, r, &x, offset, &y, offset);
    keep_within(p, t, a, vs_ptr(p, t, vs_ptr_object(p, *a, 0), x));
    keep_within(p, t, b, vs_ptr(p, t, vs_ptr_object(p, *b, 0), y));
}

static void back_equality(struct vs_pool *p, bool equal, vs *a, struct vs_type t, vs *b)
{
    vs x = *a, y = *b;
    keep_within(p, t, a, equal ? equal_to(p, t, x, y) : unequal_to(p, t, x, y));
    keep_within(p, t, b, equal ? equal_to(p, t, y, x) : unequal_to(p, t, y, x));
}

/* The truth value r wants of an operand: false and true possible. */
static void wanted(struct vs_pool *p, struct vs_type result, vs r, bool *no, bool *yes)
{
    struct vs_type t = is_int(result) ? result : (struct vs_type){.kind = VS_INT, .bits = 32, .is_signed = 1};
    *no = !is_int(result) || vs_contains(p, t, r, 0);
    *yes = !is_int(result) || vs_contains(p, t, r, to_raw(wrap(t, 1)));
}

static void back_truth(struct vs_pool *p, struct vs_type t, bool value, vs *v)
{
    if (t.kind == VS_PTR)
        keep_within(p, t, v,
                    value          ? not_null(p, t, *v)
                    : *v == VS_TOP ? vs_null(p, t)
                                   : vs_meet(p, t, *v, vs_null(p, t)));
    else if (is_int(t))
        vs_narrow(p, t, v, value ? vs_minus(p, t, VS_TOP, vs_small(0)) : vs_small(0));
}

void vs_pointer_back_unary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs r, vs *a, struct vs_type ta)
{
    bool no, yes;
    if (op == VS_LOGNOT) {
        wanted(p, result, r, &no, &yes);
        if (!no && !yes)
            *a = VS_BOTTOM;
        else if (no != yes)
            back_truth(p, ta, no, a);
    } else if (op == VS_CONVERT && ta.kind == VS_PTR && result.kind == VS_PTR && ta.bits == result.bits) {
        keep_within(p, ta, a, vs_meet(p, ta, *a, r));
    } else if (op == VS_CONVERT && ta.kind == VS_PTR && is_int(result) && result.bits >= ta.bits) {
        if (!vs_contains(p, result, r, 0))
            back_truth(p, ta, true, a);
        else if (r == vs_small(0))
            back_truth(p, ta, false, a);
    } else if (op == VS_CONVERT && is_int(ta) && result.kind == VS_PTR && ta.bits <= result.bits && !unknown(p, r)) {
        /* only addresses can come of integers that stand for no object: null is told apart, and nothing more */
        if (r == vs_small(0))
            vs_narrow(p, ta, a, vs_small(0));
        else if (vs_ptr_targets(p, r) && !vs_contains(p, result, r, 0))
            vs_narrow(p, ta, a, vs_minus(p, ta, VS_TOP, vs_small(0)));
    }
}

static void back_logic(struct vs_pool *p, enum vs_op op, struct vs_type result, vs r, vs *a, struct vs_type ta, vs *b,
                       struct vs_type tb)
{
    bool no, yes, no_a, yes_a, no_b, yes_b, decisive = op == VS_LOGOR; /* the operand value that decides alone */
    wanted(p, result, r, &no, &yes);
    if (!no && !yes)
        *a = *b = VS_BOTTOM;
    if (no == yes)
        return;
    operand_truth(p, ta, *a, &no_a, &yes_a);
    operand_truth(p, tb, *b, &no_b, &yes_b);
    if (yes != decisive) { /* a && b is 1, a || b is 0: both */
        back_truth(p, ta, yes, a);
        back_truth(p, tb, yes, b);
        return;
    }
    if (decisive ? !yes_b : !no_b)
        back_truth(p, ta, yes, a);
    if (decisive ? !yes_a : !no_a)
        back_truth(p, tb, yes, b);
}

void vs_pointer_back_binary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs r, vs *a, struct vs_type ta,
                            vs *b, struct vs_type tb)
{
    bool no, yes, pa = ta.kind == VS_PTR, pb = tb.kind == VS_PTR;
    if (op == VS_LOGAND || op == VS_LOGOR) {
        back_logic(p, op, result, r, a, ta, b, tb);
    } else if (vs_is_comparison(op) && pa && pb) {
        wanted(p, result, r, &no, &yes);
        if (!no && !yes)
            *a = *b = VS_BOTTOM;
        else if (no != yes && (op == VS_EQ || op == VS_NE))
            back_equality(p, (op == VS_EQ) == yes, a, ta, b);
        else if (no != yes)
            order(p, op, yes ? vs_small(1) : vs_small(0), a, ta, b);
    } else if ((op == VS_EQ || op == VS_NE) && (pa ? *b : *a) == vs_small(0)) {
        wanted(p, result, r, &no, &yes);
        if (no != yes)
            back_truth(p, pa ? ta : tb, (op == VS_NE) == yes, pa ? a : b);
    } else if ((op == VS_ADD || op == VS_SUB) && pa && is_int(tb) && result.kind == VS_PTR && !unknown(p, r)) {
        vs from = moved(p, op == VS_ADD ? VS_SUB : VS_ADD, ta, r, *b, tb);
        keep_within(p, ta, a, vs_meet(p, ta, *a, from));
    }
}
