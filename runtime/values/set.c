/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sets under construction, views of interned ones, and the questions of the public header about integer sets.
 */
#include "runtime/values/float.h"

void vs_set_add(struct set *s, wide lo, wide hi, uint32_t k, uint64_t mask)
{
    if (lo > hi || !mask)
        return;
    vec_push(s, ((struct seg){.lo = lo, .hi = hi, .mask = mask, .k = k}));
}

void vs_set_range(struct set *s, wide lo, wide hi)
{
    vs_set_add(s, lo, hi, 1, 1);
}

void vs_set_segs(struct set *s, const struct seg *segs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        vec_push(s, segs[i]);
}

vs vs_constant(struct vs_pool *p, wide x)
{
    int64_t raw = to_raw(x);
    if (vs_fits_small(raw) && (raw == x || x >> 64 == 0)) /* of unsigned 64 bits the handle holds the pattern */
        return vs_small(raw);
    struct seg s = seg_of(x, x);
    return vs_intern_segs(p, &s, 1);
}

vs vs_set_finish(struct vs_pool *p, struct vs_type t, struct set *s)
{
    vs v = VS_BOTTOM;
    struct vs_limits limits = p->limits;
    if (!is_number(t)) {
        v = s->count ? VS_TOP : VS_BOTTOM;
        vec_free(s);
        return v;
    }
    wide lo = type_min(t), hi = type_max(t);
    if (is_unbounded(t))
        vs_unbounded_clip(s);
    if (t.kind == VS_FLOAT)
        limits.modulus = 1; /* ordinals have no arithmetic */
    for (size_t i = 0; i < s->count; i++) {
        struct seg *g = &s->items[i];
        g->lo = g->lo < lo ? lo : g->lo;
        g->hi = g->hi > hi ? hi : g->hi;
    }
    if (s->count != 1 || s->items[0].k > 1 || s->items[0].lo > s->items[0].hi)
        vs_set_normalise(&limits, s);
    if (s->count == 1 && s->items[0].lo == s->items[0].hi)
        v = vs_constant(p, s->items[0].lo);
    else if (s->count == 1 && s->items[0].k == 1 && s->items[0].lo == lo && s->items[0].hi == hi)
        v = VS_TOP;
    else if (s->count)
        v = vs_intern_segs(p, s->items, s->count);
    vec_free(s);
    return v;
}

void vs_view_of(const struct vs_pool *p, struct vs_type t, vs v, struct view *out)
{
    out->segs = &out->one;
    out->count = 1;
    if (vs_is_small(v)) {
        wide x = from_raw(t, vs_small_value(v));
        out->one = seg_of(x, x);
    } else if (v == VS_BOTTOM) {
        out->count = 0;
    } else if (v == VS_TOP || p->nodes.items[v].is_pointer) {
        out->one = seg_of(type_min(t), type_max(t));
    } else {
        out->segs = p->nodes.items[v].segs;
        out->count = p->nodes.items[v].count;
    }
}

uint64_t vs_view_count(const struct view *v)
{
    uint64_t n = 0;
    for (size_t i = 0; i < v->count; i++) {
        uint64_t more = vs_seg_count(&v->segs[i]);
        n = n > UINT64_MAX - more ? UINT64_MAX : n + more;
    }
    return n;
}

bool vs_view_plain(const struct view *v)
{
    for (size_t i = 0; i < v->count; i++)
        if (v->segs[i].k > 1)
            return false;
    return true;
}

bool vs_view_has(const struct view *v, wide x)
{
    size_t lo = 0, hi = v->count;
    while (lo < hi) { /* the first segment that does not end before x */
        size_t mid = (lo + hi) / 2;
        if (v->segs[mid].hi < x)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < v->count && seg_has(&v->segs[lo], x);
}

void vs_view_values(const struct view *v, wide *out)
{
    for (size_t i = 0; i < v->count; i++)
        for (wide from = v->segs[i].lo, x; vs_seg_first(&v->segs[i], from, &x); from = x + 1)
            *out++ = x;
}

/* ---- the public questions ---------------------------------------------------------------------------------------- */

vs vs_const(struct vs_pool *p, struct vs_type t, int64_t value)
{
    if (t.kind == VS_FLOAT)
        return vs_float(p, t, (long double)value);
    if (t.kind == VS_PTR)
        return vs_ptr(p, t, VS_ABSOLUTE, vs_const(p, vs_offset_type(t), value));
    if (is_unbounded(t))
        return vs_interval(p, t, value, value);
    return vs_constant(p, from_raw(t, value));
}

/* An int64_t of the header as a mathematical value that need not be in the type. */
static wide unwrapped(struct vs_type t, int64_t v)
{
    if (is_unbounded(t) && (v == INT64_MIN || v == INT64_MAX))
        return v < 0 ? -INFINITY_AT : INFINITY_AT;
    return t.is_signed ? (wide)v : (wide)(uint64_t)v;
}

vs vs_interval(struct vs_pool *p, struct vs_type t, int64_t lo, int64_t hi)
{
    struct set s = {0};
    if (t.kind == VS_FLOAT)
        return vs_float_interval(p, t, (long double)lo, (long double)hi, false);
    vs_set_range(&s, unwrapped(t, lo), unwrapped(t, hi));
    return vs_set_finish(p, t, &s);
}

vs vs_congruent(struct vs_pool *p, struct vs_type t, int64_t lo, int64_t hi, uint32_t k, uint64_t residues)
{
    struct set s = {0};
    if (t.kind == VS_FLOAT)
        return vs_interval(p, t, lo, hi);
    if (k == 0 || k > 64)
        vs_set_range(&s, unwrapped(t, lo), unwrapped(t, hi));
    else
        vs_set_add(&s, unwrapped(t, lo), unwrapped(t, hi), k, residues & full_mask(k));
    return vs_set_finish(p, t, &s);
}

bool vs_is_const(const struct vs_pool *p, struct vs_type t, vs v, int64_t *value)
{
    if (v <= VS_TOP || t.kind == VS_FLOAT)
        return false;
    struct vs_type i = t.kind == VS_PTR ? vs_offset_type(t) : t;
    if (!vs_is_small(v) && p->nodes.items[v].is_pointer) {
        const struct node *n = &p->nodes.items[v];
        return n->count == 1 && n->targets[0].object == VS_ABSOLUTE && vs_is_const(p, i, n->targets[0].offsets, value);
    }
    struct view w;
    vs_view_of(p, i, v, &w);
    if (w.count != 1 || w.segs[0].lo != w.segs[0].hi)
        return false;
    if (value)
        *value = to_raw(w.segs[0].lo);
    return true;
}

bool vs_is_top(const struct vs_pool *p, struct vs_type t, vs v)
{
    (void)t;
    return plain(p, v) == VS_TOP;
}

int64_t vs_min(const struct vs_pool *p, struct vs_type t, vs v)
{
    struct view w;
    vs_view_of(p, t, v, &w);
    return w.count ? to_raw(view_min(&w)) : 0;
}

int64_t vs_max(const struct vs_pool *p, struct vs_type t, vs v)
{
    struct view w;
    vs_view_of(p, t, v, &w);
    return w.count ? to_raw(view_max(&w)) : 0;
}

static uint64_t pointer_count(const struct vs_pool *p, struct vs_type t, vs v)
{
    uint64_t n = 0;
    for (size_t i = 0; i < vs_ptr_targets(p, v); i++) {
        uint64_t more = vs_count(p, vs_offset_type(t), vs_ptr_offsets(p, v, i));
        n = n > UINT64_MAX - more ? UINT64_MAX : n + more;
    }
    return n;
}

uint64_t vs_count(const struct vs_pool *p, struct vs_type t, vs v)
{
    if (t.kind != VS_INT && v == VS_TOP)
        return UINT64_MAX;
    if (t.kind == VS_PTR)
        return pointer_count(p, t, v);
    struct view w;
    vs_view_of(p, t, v, &w);
    return vs_view_count(&w);
}

bool vs_contains(const struct vs_pool *p, struct vs_type t, vs v, int64_t value)
{
    struct view w;
    if (t.kind != VS_INT && v == VS_TOP)
        return true;
    if (t.kind == VS_FLOAT) {
        vs_view_of(p, t, v, &w);
        wide x = is_float(t) ? vs_float_rounded(t, (long double)value, FE_TONEAREST) : 0;
        return is_float(t) && (vs_view_has(&w, x) || (!value && vs_view_has(&w, -1)));
    }
    if (t.kind == VS_PTR) /* an address */
        return vs_ptr_targets(p, v) && vs_ptr_object(p, v, 0) == VS_ABSOLUTE &&
               vs_contains(p, vs_offset_type(t), vs_ptr_offsets(p, v, 0), value);
    vs_view_of(p, t, v, &w);
    return vs_view_has(&w, from_raw(t, value));
}

int64_t vs_type_min(struct vs_type t)
{
    return to_raw(type_min(t));
}

int64_t vs_type_max(struct vs_type t)
{
    return to_raw(type_max(t));
}

void vs_segments(const struct vs_pool *p, struct vs_type t, vs v,
                 bool (*each)(void *context, int64_t lo, int64_t hi, uint32_t k, uint64_t residues), void *context)
{
    struct view w;
    vs_view_of(p, t, v, &w);
    for (size_t i = 0; i < w.count; i++)
        if (!each(context, to_raw(w.segs[i].lo), to_raw(w.segs[i].hi), w.segs[i].k, w.segs[i].mask))
            return;
}

size_t vs_values(const struct vs_pool *p, struct vs_type t, vs v, int64_t *out, size_t limit)
{
    struct view w;
    vs_view_of(p, t, v, &w);
    size_t n = 0;
    for (size_t i = 0; i < w.count; i++)
        for (wide from = w.segs[i].lo, x; vs_seg_first(&w.segs[i], from, &x); from = x + 1) {
            if (n == limit)
                return limit + 1;
            out[n++] = to_raw(x);
        }
    return n;
}

size_t vs_singletons(struct vs_pool *p, struct vs_type t, vs v, vs *out, size_t limit)
{
    struct view w;
    size_t n = 0;
    if (!is_number(t))
        return limit + 1;
    vs_view_of(p, t, v, &w);
    for (size_t i = 0; i < w.count; i++)
        for (wide from = w.segs[i].lo, x; vs_seg_first(&w.segs[i], from, &x); from = x + 1) {
            if (n == limit)
                return limit + 1;
            out[n++] = vs_constant(p, x);
        }
    return n;
}
