/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Join, meet, complement, inclusion and widening. Joins and meets are exact within the caps; inclusion always is.
 */
#include "runtime/values/private.h"

void vs_segs_meet(const struct vs_limits *limits, const struct seg *a, size_t na, const struct seg *b, size_t nb,
                  struct set *out)
{
    for (size_t i = 0, j = 0; i < na && j < nb;) {
        struct seg s;
        if (vs_seg_meet(&a[i], &b[j], limits->modulus, &s))
            vec_push(out, s);
        if (a[i].hi < b[j].hi)
            i++;
        else
            j++;
    }
}

void vs_segs_complement(const struct seg *a, size_t n, wide lo, wide hi, struct set *out)
{
    for (size_t i = 0; i < n; i++) {
        vs_set_range(out, lo, a[i].lo - 1);
        if (a[i].k > 1)
            vs_set_add(out, a[i].lo, a[i].hi, a[i].k, ~a[i].mask & full_mask(a[i].k));
        lo = a[i].hi + 1;
    }
    vs_set_range(out, lo, hi);
}

vs vs_join(struct vs_pool *p, struct vs_type t, vs a, vs b)
{
    if (a == b || b == VS_BOTTOM)
        return a;
    if (a == VS_BOTTOM)
        return b;
    a = plain(p, a), b = plain(p, b);
    if (a == VS_TOP || b == VS_TOP)
        return VS_TOP;
    if (t.kind == VS_PTR)
        return vs_pointer_join(p, t, a, b);
    if (vs_leq(p, t, b, a) || vs_leq(p, t, a, b))
        return vs_leq(p, t, b, a) ? a : b;
    struct view va, vb;
    vs_view_of(p, t, a, &va);
    vs_view_of(p, t, b, &vb);
    struct set s = {0};
    vec_reserve(&s, va.count + vb.count);
    vs_set_segs(&s, va.segs, va.count);
    vs_set_segs(&s, vb.segs, vb.count);
    return vs_set_finish(p, t, &s);
}

vs vs_meet(struct vs_pool *p, struct vs_type t, vs a, vs b)
{
    if (a == b)
        return a;
    a = plain(p, a), b = plain(p, b);
    if (b == VS_TOP)
        return a;
    if (a == VS_TOP)
        return b;
    if (a == VS_BOTTOM || b == VS_BOTTOM)
        return VS_BOTTOM;
    if (t.kind == VS_PTR)
        return vs_pointer_meet(p, t, a, b);
    vs_narrow(p, t, &a, b);
    return a;
}

void vs_narrow_set(struct vs_pool *p, struct vs_type t, vs *a, struct set *with)
{
    struct view va;
    struct set s = {0};
    vs_set_flatten(&p->limits, with);
    vs_view_of(p, t, *a, &va);
    vs_segs_meet(&p->limits, va.segs, va.count, with->items, with->count, &s);
    vec_free(with);
    vs v = vs_set_finish(p, t, &s);
    if (vs_leq(p, t, v, *a))
        *a = v;
}

void vs_narrow(struct vs_pool *p, struct vs_type t, vs *a, vs with)
{
    if (with == VS_TOP || *a == with || *a == VS_BOTTOM)
        return;
    if (t.kind == VS_PTR) {
        *a = vs_meet(p, t, *a, with);
        return;
    }
    if (with == VS_BOTTOM || *a == VS_TOP || vs_leq(p, t, with, *a)) {
        *a = with;
        return;
    }
    if (vs_leq(p, t, *a, with))
        return;
    struct view v;
    struct set s = {0};
    vs_view_of(p, t, with, &v);
    vs_set_segs(&s, v.segs, v.count);
    vs_narrow_set(p, t, a, &s);
}

vs vs_complement(struct vs_pool *p, struct vs_type t, vs v)
{
    return vs_minus(p, t, VS_TOP, v);
}

vs vs_minus(struct vs_pool *p, struct vs_type t, vs a, vs b)
{
    a = plain(p, a), b = plain(p, b);
    if (a == VS_BOTTOM || b == VS_BOTTOM)
        return a;
    if (t.kind == VS_FLOAT && !is_float(t))
        return a;
    if (t.kind == VS_PTR)
        return vs_pointer_minus(p, t, a, b);
    struct view vb;
    struct set rest = {0};
    vs_view_of(p, t, b, &vb);
    vs_segs_complement(vb.segs, vb.count, type_min(t), type_max(t), &rest);
    if (a == VS_TOP)
        return vs_set_finish(p, t, &rest);
    vs_narrow_set(p, t, &a, &rest);
    return a;
}

/* Whether every element of s lies in the view; i: the first segment that does not end before s. */
static bool covered(const struct seg *s, const struct view *b, size_t i)
{
    wide from = s->lo;
    for (wide x; from <= s->hi && vs_seg_first(s, from, &x); i++) {
        while (i < b->count && b->segs[i].hi < x)
            i++;
        if (i == b->count || b->segs[i].lo > x)
            return false;
        const struct seg *c = &b->segs[i];
        wide end = c->hi < s->hi ? c->hi : s->hi, period = (wide)lcm_u64(s->k, c->k);
        for (wide y = x, stop = x + period; c->k > 1 && y <= end && y < stop; y++)
            if (seg_has(s, y) && !seg_has(c, y))
                return false;
        from = end + 1;
    }
    return true;
}

bool vs_leq(const struct vs_pool *p, struct vs_type t, vs a, vs b)
{
    if (a == b || a == VS_BOTTOM || b == VS_TOP)
        return true;
    a = plain(p, a), b = plain(p, b);
    if (a == b || b == VS_TOP)
        return true;
    if (b == VS_BOTTOM)
        return false;
    if (t.kind == VS_PTR)
        return vs_pointer_leq(p, t, a, b);
    struct view va, vb;
    vs_view_of(p, t, a, &va);
    vs_view_of(p, t, b, &vb);
    if (view_min(&va) < view_min(&vb) || view_max(&va) > view_max(&vb))
        return false;
    for (size_t i = 0, j = 0; i < va.count; i++) {
        while (j < vb.count && vb.segs[j].hi < va.segs[i].lo)
            j++;
        if (!covered(&va.segs[i], &vb, j))
            return false;
    }
    return true;
}

/* The largest k within the cap such that all elements are congruent mod k. */
static uint32_t common_modulus(const struct vs_pool *p, const struct view *v)
{
    for (uint32_t k = p->limits.modulus; k > 1; k--) {
        uint32_t r = residue(view_min(v), k);
        size_t i = 0;
        while (i < v->count && vs_seg_residues(&v->segs[i], k) == (uint64_t)1 << r)
            i++;
        if (i == v->count)
            return k;
    }
    return 1;
}

/* Widening gives one segment with one residue. A side that grew goes to the next of: 0, -1, the bound of the type. So
 * each side moves at most three times, the modulus can only shrink to a proper divisor, and chains have at most a dozen
 * steps. */
vs vs_widen(struct vs_pool *p, struct vs_type t, vs before, vs after)
{
    before = plain(p, before), after = plain(p, after);
    vs both = vs_join(p, t, before, after);
    if (before == VS_BOTTOM || both == before || both == VS_TOP)
        return both;
    if (t.kind == VS_PTR)
        return vs_pointer_widen(p, t, before, after);
    if (t.kind == VS_FLOAT)
        return vs_float_widen(p, t, before, both);
    struct view old, now;
    vs_view_of(p, t, before, &old);
    vs_view_of(p, t, both, &now);
    wide lo = view_min(&now), hi = view_max(&now);
    uint32_t k = common_modulus(p, &now), r = residue(lo, k);
    if (lo < view_min(&old))
        lo = lo >= 0 ? 0 : lo == -1 ? -1 : type_min(t);
    if (hi > view_max(&old))
        hi = hi < 0 ? -1 : hi == 0 ? 0 : type_max(t);
    struct set s = {0};
    vs_set_add(&s, lo, hi, k, (uint64_t)1 << r);
    vs v = vs_set_finish(p, t, &s);
    return vs_leq(p, t, both, v) ? v : VS_TOP;
}
