/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Comparisons and && || backwards: what a known truth value leaves of the operands. Exact on whole sets. Source: the
 * thesis, section 3.9.9, corrected: both sides are narrowed, and nothing wraps at the ends of the type.
 */
#include "runtime/values/back.h"

void vs_narrow_range(struct vs_pool *p, struct vs_type t, vs *v, wide lo, wide hi)
{
    struct set s = {0};
    vs_set_range(&s, lo, hi);
    vs_narrow_set(p, t, v, &s);
}

/* a < b, or a <= b with slack 1. Bounds are mathematical, so nothing wraps at the ends of the type. */
static void back_less(struct vs_pool *p, struct vs_type ta, vs *a, struct vs_type tb, vs *b, int slack)
{
    struct view va, vb;
    vs_view_of(p, ta, *a, &va);
    vs_view_of(p, tb, *b, &vb);
    wide most = view_max(&vb) - 1 + slack, least = view_min(&va) + 1 - slack;
    if (view_max(&va) > most)
        vs_narrow_range(p, ta, a, type_min(ta), most);
    if (view_min(&vb) < least)
        vs_narrow_range(p, tb, b, least, type_max(tb));
}

/* Takes the only value of `one` out of v. */
static void remove_single(struct vs_pool *p, struct vs_type t, vs *v, const struct view *one)
{
    struct set rest = {0};
    wide x = view_min(one);
    if (x != view_max(one))
        return;
    vs_set_range(&rest, type_min(t), x - 1);
    vs_set_range(&rest, x + 1, type_max(t));
    vs_narrow_set(p, t, v, &rest);
}

static void back_equal(struct vs_pool *p, struct vs_type ta, vs *a, struct vs_type tb, vs *b, bool equal)
{
    struct view va, vb;
    struct set sa = {0}, sb = {0};
    vs_view_of(p, ta, *a, &va);
    vs_view_of(p, tb, *b, &vb);
    if (equal) {
        vs_set_segs(&sa, va.segs, va.count);
        vs_set_segs(&sb, vb.segs, vb.count);
        vs_narrow_set(p, ta, a, &sb);
        vs_narrow_set(p, tb, b, &sa);
        return;
    }
    remove_single(p, ta, a, &vb);
    remove_single(p, tb, b, &va);
}

static void truth_of(struct vs_pool *p, struct vs_type t, vs v, bool *no, bool *yes)
{
    *no = vs_contains(p, t, v, 0);
    *yes = v != VS_BOTTOM && v != vs_small(0);
}

void vs_want_truth(struct vs_pool *p, struct vs_type t, vs *v, bool value)
{
    vs_narrow(p, t, v, value ? vs_minus(p, t, VS_TOP, vs_small(0)) : vs_small(0));
}

/* && with value 1 wants both true; with value 0 it wants one false when the other cannot be. || is the mirror image. */
static void back_logic(struct vs_pool *p, bool is_and, bool value, struct vs_type ta, vs *a, struct vs_type tb, vs *b)
{
    bool no_a, yes_a, no_b, yes_b;
    truth_of(p, ta, *a, &no_a, &yes_a);
    truth_of(p, tb, *b, &no_b, &yes_b);
    if (value == is_and || (is_and ? !no_b : !yes_b))
        vs_want_truth(p, ta, a, value);
    if (value == is_and || (is_and ? !no_a : !yes_a))
        vs_want_truth(p, tb, b, value);
}

void vs_back_comparison(struct vs_pool *p, enum vs_op op, bool value, struct vs_type ta, vs *a, struct vs_type tb,
                        vs *b)
{
    switch ((int)op) {
    case VS_EQ:
    case VS_NE:
        back_equal(p, ta, a, tb, b, (op == VS_EQ) == value);
        break;
    case VS_LT:
    case VS_GE:
        if ((op == VS_LT) == value)
            back_less(p, ta, a, tb, b, 0);
        else
            back_less(p, tb, b, ta, a, 1);
        break;
    case VS_GT:
    case VS_LE:
        if ((op == VS_GT) == value)
            back_less(p, tb, b, ta, a, 0);
        else
            back_less(p, ta, a, tb, b, 1);
        break;
    case VS_UNORDERED:
        if (value)
            *a = *b = VS_BOTTOM;
        break;
    default:
        back_logic(p, op == VS_LOGAND, value, ta, a, tb, b);
    }
}
