/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pointer sets: targets ordered by object, each with its offsets. An absolute address that fits is a small handle (null
 * is vs_small(0)), the offsets of the absolute object being signed addresses; every other known set has a node.
 */
#include "runtime/values/private.h"

struct vs_type vs_offset_type(struct vs_type pointer)
{
    return (struct vs_type){.kind = VS_INT, .bits = pointer.bits, .is_signed = 1};
}

struct targets VEC(struct target);

static int by_object(const void *a, const void *b)
{
    const struct target *s = a, *t = b;
    return s->object < t->object ? -1 : s->object > t->object;
}

/* Interns what was collected and releases it: joins targets of one object, drops empty ones. */
static vs finish(struct vs_pool *p, struct vs_type t, struct targets *s)
{
    size_t n = 0;
    vs v = VS_TOP;
    if (s->count > 1)
        qsort(s->items, s->count, sizeof *s->items, by_object);
    for (size_t i = 0; i < s->count; i++) {
        if (s->items[i].offsets == VS_BOTTOM)
            continue;
        if (n && s->items[n - 1].object == s->items[i].object)
            s->items[n - 1].offsets = vs_join(p, vs_offset_type(t), s->items[n - 1].offsets, s->items[i].offsets);
        else
            s->items[n++] = s->items[i];
    }
    if (n == 0)
        v = VS_BOTTOM;
    else if (n == 1 && s->items[0].object == VS_ABSOLUTE && vs_is_small(s->items[0].offsets))
        v = s->items[0].offsets;
    else if (n <= p->limits.targets)
        v = vs_intern_targets(p, s->items, n);
    vec_free(s);
    return v;
}

vs vs_ptr(struct vs_pool *p, struct vs_type t, uint32_t object, vs offsets)
{
    struct targets s = {0};
    vec_push(&s, ((struct target){object, plain(p, offsets)}));
    return finish(p, t, &s);
}

vs vs_null(struct vs_pool *p, struct vs_type t)
{
    (void)p, (void)t;
    return vs_small(0);
}

size_t vs_ptr_targets(const struct vs_pool *p, vs v)
{
    if (v == VS_BOTTOM)
        return 0;
    if (vs_is_small(v))
        return 1;
    return v == VS_TOP || !p->nodes.items[v].is_pointer ? SIZE_MAX : p->nodes.items[v].count;
}

void vs_objects(const struct vs_pool *p, vs v, void (*each)(void *context, uint32_t object), void *context)
{
    if (v <= VS_TOP || vs_is_small(v) || !p->nodes.items[v].is_pointer)
        return;
    for (size_t i = 0; i < vs_ptr_targets(p, v); i++)
        each(context, vs_ptr_object(p, v, i));
}

uint32_t vs_ptr_object(const struct vs_pool *p, vs v, size_t i)
{
    return vs_is_small(v) ? VS_ABSOLUTE : p->nodes.items[v].targets[i].object;
}

vs vs_ptr_offsets(const struct vs_pool *p, vs v, size_t i)
{
    return vs_is_small(v) ? v : p->nodes.items[v].targets[i].offsets;
}

static bool unknown(const struct vs_pool *p, vs v)
{
    return vs_ptr_targets(p, v) == SIZE_MAX;
}

static struct target target(const struct vs_pool *p, vs v, size_t i)
{
    return (struct target){vs_ptr_object(p, v, i), vs_ptr_offsets(p, v, i)};
}

/* The offsets that v has in an object, VS_BOTTOM when it does not point there. */
static vs offsets_in(const struct vs_pool *p, vs v, uint32_t object)
{
    for (size_t i = 0; i < vs_ptr_targets(p, v); i++)
        if (vs_ptr_object(p, v, i) == object)
            return vs_ptr_offsets(p, v, i);
    return VS_BOTTOM;
}

vs vs_ptr_add(struct vs_pool *p, struct vs_type t, vs pointer, vs offset)
{
    struct vs_type o = vs_offset_type(t);
    struct targets s = {0};
    if (offset == VS_BOTTOM)
        return VS_BOTTOM;
    if (unknown(p, pointer))
        return VS_TOP;
    for (size_t i = 0; i < vs_ptr_targets(p, pointer); i++) {
        struct target g = target(p, pointer, i);
        g.offsets = vs_binary(p, VS_ADD, o, g.offsets, o, offset, o);
        vec_push(&s, g);
    }
    return finish(p, t, &s);
}

vs vs_ptr_map(struct vs_pool *p, struct vs_type t, vs v, uint32_t (*map)(void *context, uint32_t object), void *context)
{
    struct targets s = {0};
    if (unknown(p, v))
        return VS_TOP;
    for (size_t i = 0; i < vs_ptr_targets(p, v); i++) {
        struct target g = target(p, v, i);
        g.object = map(context, g.object);
        if (g.object != VS_DROP)
            vec_push(&s, g);
    }
    return finish(p, t, &s);
}

/* ---- lattice; the callers have dealt with equal sets, VS_BOTTOM and VS_TOP --------------------------------------- */

vs vs_pointer_join(struct vs_pool *p, struct vs_type t, vs a, vs b)
{
    struct targets s = {0};
    for (size_t i = 0; i < vs_ptr_targets(p, a); i++)
        vec_push(&s, target(p, a, i));
    for (size_t i = 0; i < vs_ptr_targets(p, b); i++)
        vec_push(&s, target(p, b, i));
    return finish(p, t, &s);
}

vs vs_pointer_meet(struct vs_pool *p, struct vs_type t, vs a, vs b)
{
    struct targets s = {0};
    for (size_t i = 0; i < vs_ptr_targets(p, a); i++) {
        struct target g = target(p, a, i);
        g.offsets = vs_meet(p, vs_offset_type(t), g.offsets, offsets_in(p, b, g.object));
        vec_push(&s, g);
    }
    return finish(p, t, &s);
}

vs vs_pointer_minus(struct vs_pool *p, struct vs_type t, vs a, vs b)
{
    struct targets s = {0};
    if (b == VS_TOP)
        return VS_BOTTOM;
    if (unknown(p, a))
        return a;
    for (size_t i = 0; i < vs_ptr_targets(p, a); i++) {
        struct target g = target(p, a, i);
        g.offsets = vs_minus(p, vs_offset_type(t), g.offsets, offsets_in(p, b, g.object));
        vec_push(&s, g);
    }
    return finish(p, t, &s);
}

bool vs_pointer_leq(const struct vs_pool *p, struct vs_type t, vs a, vs b)
{
    if (unknown(p, a))
        return false;
    for (size_t i = 0; i < vs_ptr_targets(p, a); i++)
        if (!vs_leq(p, vs_offset_type(t), vs_ptr_offsets(p, a, i), offsets_in(p, b, vs_ptr_object(p, a, i))))
            return false;
    return true;
}

/* Offsets widen object by object; the number of objects is bounded by the cap on targets. */
vs vs_pointer_widen(struct vs_pool *p, struct vs_type t, vs before, vs after)
{
    struct targets s = {0};
    vs both = vs_pointer_join(p, t, before, after);
    if (unknown(p, both))
        return VS_TOP;
    for (size_t i = 0; i < vs_ptr_targets(p, both); i++) {
        struct target g = target(p, both, i);
        g.offsets = vs_widen(p, vs_offset_type(t), offsets_in(p, before, g.object), g.offsets);
        vec_push(&s, g);
    }
    return finish(p, t, &s);
}

void vs_pointer_truth(const struct vs_pool *p, vs v, bool *no, bool *yes)
{
    *no = *yes = unknown(p, v);
    if (*no)
        return;
    for (size_t i = 0; i < vs_ptr_targets(p, v); i++) {
        struct vs_type widest = {.kind = VS_INT, .bits = 64, .is_signed = 1};
        struct target g = target(p, v, i);
        int64_t address;
        if (g.object != VS_ABSOLUTE) {
            *yes = true;
            continue;
        }
        *no |= vs_contains(p, widest, g.offsets, 0);
        *yes |= !vs_is_const(p, widest, g.offsets, &address) || address != 0;
    }
}
