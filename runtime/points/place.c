/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Locations: the places that pointers point to, and where a pointer points after it was moved.
 *
 * Pointers stay within their object (C11 6.5.6, 8), and one that was formed by naming an array of bytes stays in that
 * array, but for the way back to the structure around it by a constant. Everything else about offsets is arithmetic:
 * types tell cells apart, and never say what a pointer may be moved to. Source: Pearce, Kelly, Hankin 2007.
 */
#include "runtime/points/private.h"

/* So many equal steps are a walk through an array. */
enum { WALK = 8 };

/* ---- locations --------------------------------------------------------------------------------------------------- */

static uint32_t intern_location(struct pt *pt, struct map64 *map, uint64_t key, struct pt_location l)
{
    uint32_t id;
    if (!base_map64_get(map, key, &id)) {
        id = (uint32_t)pt->locations.count;
        base_map64_put(map, key, id);
        vec_push(&pt->locations, l);
    }
    return id;
}

static uint32_t byte_at(struct pt *pt, uint32_t object, uint64_t offset)
{
    struct pt_location l = {object, (uint32_t)offset, 0};
    return offset ? intern_location(pt, &pt->location_at, (uint64_t)object << 32 | l.offset, l) : object;
}

static uint32_t stretch_at(struct pt *pt, uint32_t object, uint64_t offset, uint64_t length)
{
    struct pt_location l = {object, (uint32_t)offset, length < PT_END ? (uint32_t)length : PT_END};
    return intern_location(pt, &pt->stretch_at, (uint64_t)byte_at(pt, object, offset) << 32 | l.length, l);
}

static uint32_t anywhere(struct pt *pt, const struct pt_memory *m)
{
    return m->is_single ? m->object : stretch_at(pt, m->object, 0, PT_END);
}

/* The location of a byte; PT_NONE when it lies outside. In the middle of a lump it is not told what else the pointer is
 * used for. */
static uint32_t place_byte(struct pt *pt, struct pt_memory *m, uint64_t at)
{
    uint64_t into = 0;
    if (pt_is_boundless(m) && !m->period && at > PT_UNTYPED_BYTES)
        pt_set_period(pt, m, pt_word(pt));
    if (m->period)
        at %= m->period;
    if (at > m->size)
        return PT_NONE;
    if (!m->layout)
        return byte_at(pt, m->object, at);
    if (pt_lump_at(m->layout, at, &into) && into)
        return anywhere(pt, m);
    return byte_at(pt, m->object, pt_canonical(m->layout, at));
}

/* The location of an array of bytes that was named. */
static uint32_t place_stretch(struct pt *pt, struct pt_memory *m, uint64_t at, uint64_t length)
{
    uint64_t into = 0;
    if (m->period)
        at %= m->period;
    if (at >= m->size)
        return PT_NONE;
    if (length == PT_END && pt_may_go_on(pt, m, at))
        return anywhere(pt, m);
    if (m->layout) {
        const struct pt_piece *lump = pt_lump_at(m->layout, at, &into);
        uint64_t start = pt_canonical(m->layout, at);
        if (lump)
            length = lump->end - lump->start;
        else if (length < m->size - at && pt_canonical(m->layout, at + length - 1) != start + length - 1)
            return anywhere(pt, m);
        at = start;
    }
    if (at > UINT32_MAX || (m->period && (length > m->period || at + length > m->period)))
        return anywhere(pt, m);
    return stretch_at(pt, m->object, at, length);
}

/* ---- moves ------------------------------------------------------------------------------------------------------- */

struct move { /* of one pointer */
    struct pt *pt;
    struct pt_memory *m;
    const struct pt_shift *s;
    struct pset *out;
};

static void arrive(struct move *v, uint32_t location)
{
    if (location != PT_NONE)
        pt_pset_add(v->out, location);
}

static void arrive_at(struct move *v, uint64_t at)
{
    arrive(v, v->s->length ? place_stretch(v->pt, v->m, at, v->s->length) : place_byte(v->pt, v->m, at));
}

/* By any multiple of the stride, forwards and backwards. */
static void move_freely(struct move *v, uint64_t at)
{
    struct pt_memory *m = v->m;
    uint64_t step = v->s->stride, around = m->period ? m->period : m->size;
    uint64_t declared = m->layout ? pt_step_at(m->layout, m->period ? at % m->period : at) : 0;
    if (v->s->is_path && pt_may_go_on(v->pt, m, at)) {
        arrive(v, anywhere(v->pt, m));
        return;
    }
    if (v->s->is_path && declared && step % declared == 0) {
        arrive_at(v, at);
        return;
    }
    if (step % pt_word(v->pt)) {
        arrive(v, anywhere(v->pt, m));
        return;
    }
    if (pt_is_boundless(m)) {
        pt_set_period(v->pt, m, step);
        arrive_at(v, at);
        return;
    }
    step = gcd_u64(gcd_u64(step, m->period), declared);
    if (!step || step % pt_word(v->pt) || around == UINT64_MAX || around / step > 2 * PT_PLACES_MAX)
        arrive(v, anywhere(v->pt, m));
    else
        for (uint64_t i = at % step; i <= around; i += step)
            arrive_at(v, i);
}

static void move_byte(struct move *v, uint64_t at)
{
    struct pt_memory *m = v->m;
    const struct pt_shift *s = v->s;
    uint64_t count = s->count;
    if (count == 0) {
        move_freely(v, at);
        return;
    }
    if (count > 1 && s->stride % pt_word(v->pt)) {
        arrive(v, anywhere(v->pt, m));
        return;
    }
    if (count > 1 && m->layout &&
        (m->period ? s->stride % m->period == 0 : pt_repeats(m->layout, at, s->stride, count)))
        count = 1;
    if (count > PT_PLACES_MAX && pt_is_boundless(m)) {
        pt_set_period(v->pt, m, s->stride);
        count = 1;
    }
    bool is_among_others = count > 1 && m->layout && pt_step_at(m->layout, m->period ? at % m->period : at);
    if (count > PT_PLACES_MAX || is_among_others)
        arrive(v, anywhere(v->pt, m));
    else
        for (uint64_t i = 0; i < count; i++)
            arrive_at(v, at + i * s->stride);
}

/* An array of bytes is left only towards the beginning of the structure that it is a part of: from which of its
 * elements is not known. Less than the size of an int back is for the byte before this one. */
static void leave_stretch(struct move *v, uint32_t location, const struct pt_location *l)
{
    int64_t by = v->s->offset, at = (int64_t)l->offset + by;
    bool is_back = !v->s->is_path && v->s->count == 1 && by < 0;
    pt_pset_add(v->out, location);
    if (is_back && -by >= 4 && (l->length == PT_END || at + (int64_t)l->length >= 0))
        arrive(v, anywhere(v->pt, v->m));
    else if (is_back && !at)
        arrive(v, place_byte(v->pt, v->m, 0));
}

void pt_shifted(struct pt *pt, uint32_t location, const struct pt_shift *s, struct pset *out)
{
    struct pt_location l = pt->locations.items[location];
    if (pt_is_func(pt, l.object) || pt_memory_of(pt, l.object)->is_single) {
        pt_pset_add(out, location);
        return;
    }
    struct move v = {pt, pt_memory_of(pt, l.object), s, out};
    struct pt_ids starts = {0};
    uint64_t word = pt_word(pt), by = (uint64_t)s->offset;
    if (l.length) {
        leave_stretch(&v, location, &l);
        return;
    }
    if (!s->is_path && s->count == 1 && by % word) {
        if (v.m->period || (int64_t)l.offset + s->offset >= 0 || pt_is_boundless(v.m))
            arrive(&v, anywhere(pt, v.m));
        return;
    }
    if (!s->is_path && s->count == 1 && pt_is_boundless(v.m) && s->offset > 0 && l.offset + by >= WALK * by)
        pt_set_period(pt, v.m, by);
    if (s->count == 0 && s->offset < 0 && (int64_t)l.offset + s->offset < 0 && !v.m->period) {
        arrive(&v, anywhere(pt, v.m));
        return;
    }
    if (!pt_byte_moved(v.m, v.m->period ? l.offset % v.m->period : l.offset, s->offset, &starts))
        arrive(&v, anywhere(pt, v.m));
    for (size_t i = 0; i < starts.count; i++)
        move_byte(&v, starts.items[i]);
    vec_free(&starts);
}
