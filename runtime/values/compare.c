/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Comparisons and && ||: which of 0 and 1 can come out, decided exactly on whole sets.
 */
#include "runtime/values/private.h"

vs vs_truths(struct vs_pool *p, struct vs_type t, bool no, bool yes)
{
    struct set s = {0};
    wide one = wrap(t, 1); /* -1 in a signed type of one bit */
    if (t.kind == VS_FLOAT)
        return no || yes ? VS_TOP : VS_BOTTOM;
    if (no != yes)
        return vs_constant(p, yes ? one : 0);
    vs_set_range(&s, no ? 0 : 1, no ? 0 : -1);
    vs_set_range(&s, yes ? one : 1, yes ? one : 0);
    return vs_set_finish(p, t, &s);
}

static bool views_touch(const struct view *a, const struct view *b)
{
    for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
        if (vs_segs_touch(&a->segs[i], &b->segs[j]))
            return true;
        if (a->segs[i].hi < b->segs[j].hi)
            i++;
        else
            j++;
    }
    return false;
}

static bool is_single(const struct view *v)
{
    return view_min(v) == view_max(v);
}

static void truth(const struct view *v, bool *no, bool *yes)
{
    *no = vs_view_has(v, 0);
    *yes = !*no || !is_single(v);
}

vs vs_compare_binary(struct vs_pool *p, enum vs_op op, struct vs_type result, vs a, struct vs_type ta, vs b,
                     struct vs_type tb)
{
    struct view va, vb;
    bool no = false, yes = false, no_a, yes_a, no_b, yes_b;
    vs_view_of(p, ta, a, &va);
    vs_view_of(p, tb, b, &vb);
    switch ((int)op) {
    case VS_UNORDERED:
        return vs_truths(p, result, true, false);
    case VS_EQ:
    case VS_NE:
        yes = views_touch(&va, &vb);
        no = !is_single(&va) || !is_single(&vb) || !yes;
        return op == VS_EQ ? vs_truths(p, result, no, yes) : vs_truths(p, result, yes, no);
    case VS_LT:
    case VS_GE:
        yes = view_min(&va) < view_max(&vb);
        no = view_max(&va) >= view_min(&vb);
        return op == VS_LT ? vs_truths(p, result, no, yes) : vs_truths(p, result, yes, no);
    case VS_GT:
    case VS_LE:
        yes = view_max(&va) > view_min(&vb);
        no = view_min(&va) <= view_max(&vb);
        return op == VS_GT ? vs_truths(p, result, no, yes) : vs_truths(p, result, yes, no);
    default:
        truth(&va, &no_a, &yes_a);
        truth(&vb, &no_b, &yes_b);
        if (op == VS_LOGAND)
            return vs_truths(p, result, no_a || no_b, yes_a && yes_b);
        return vs_truths(p, result, no_a && no_b, yes_a || yes_b);
    }
}
