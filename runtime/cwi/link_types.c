/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which types of different units are one: those of the same name and shape, where a struct that is only declared is the
 * one of the same tag that is defined. Types refer to each other in circles, so equality is the largest relation
 * without a contradiction: two types are compared by assuming them equal and following all parts until something
 * differs.
 *
 * Invariant: types of one unit are never joined with each other, except by being equal to the same type of another.
 */
#include "runtime/cwi/link.h"

enum { MOST_CANDIDATES = 256, SIGNATURE_DEPTH = 4 };

struct pair {
    cwi_id x, y;
};
struct types {
    struct cwi_unit *out;
    const struct cwi_unit *u; /* the unit whose types come in */
    cwi_id *map;              /* from its types to those of the result */
    cwi_id *assumed;          /* during a comparison */
    struct VEC(struct pair) trail;
    struct VEC(cwi_id) completed_by; /* by types of the result: the type of `u` that defines it */
    struct VEC(struct pair) completed;
    struct map64 first;       /* signature to newest type of the result */
    struct VEC(cwi_id) older; /* by types of the result: next candidate of that signature */
};

static bool is_record(const struct cwi_type *t)
{
    return t->kind == CWI_STRUCT || t->kind == CWI_UNION;
}

static bool is_incomplete(const struct cwi_type *t)
{
    return is_record(t) && t->name && t->size == CWI_UNKNOWN && !t->field_count;
}

static bool same_text(const char *x, const char *y)
{
    return x == y || (x && y && !strcmp(x, y));
}

/* ---- signatures: equal types have equal ones --------------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t x)
{
    return hash_u64(h * 31 + x);
}

static uint64_t mix_text(uint64_t h, const char *s)
{
    return s ? base_hash_bytes(s, strlen(s), h) : mix(h, 1);
}

static uint64_t signature(const struct cwi_unit *u, cwi_id id, unsigned depth)
{
    if (!id)
        return 7;
    const struct cwi_type *t = u->types.items[id];
    uint64_t h = mix_text(mix(t->kind, t->is_volatile), t->name);
    if ((is_record(t) && t->name) || !depth)
        return h;
    h = mix(mix(mix(h, t->bits), t->count), (uint64_t)t->is_signed * 2 + t->is_variadic);
    for (uint32_t i = 0; i < t->field_count; i++)
        h = mix(mix_text(h, t->fields[i].name), t->fields[i].offset * 8 + t->fields[i].bit_pos);
    for (uint32_t i = 0; i < t->enumerator_count; i++)
        h = mix(mix_text(h, t->enumerators[i].name), (uint64_t)t->enumerators[i].value);
    for (uint32_t i = 0; i < t->param_count && i < 8; i++) /* 8: this must not take for ever, whatever the types are */
        h = mix(h, signature(u, t->params[i], depth - 1));
    return mix(h, signature(u, t->of, depth - 1));
}

static void offer(struct types *ts, cwi_id y)
{
    uint32_t before = 0;
    uint64_t h = signature(ts->out, y, SIGNATURE_DEPTH);
    base_map64_get(&ts->first, h, &before);
    while (ts->older.count <= y)
        vec_push(&ts->older, 0);
    ts->older.items[y] = before;
    base_map64_put(&ts->first, h, y);
}

/* ---- comparison -------------------------------------------------------------------------------------------------- */

static bool same_alone(const struct cwi_type *s, const struct cwi_type *t)
{
    if (s->kind != t->kind || s->bits != t->bits || s->is_signed != t->is_signed || s->is_variadic != t->is_variadic ||
        s->is_volatile != t->is_volatile || s->is_packed != t->is_packed || !same_text(s->name, t->name))
        return false;
    if (is_incomplete(s) || is_incomplete(t))
        return true;
    if (s->size != t->size || s->count != t->count || s->field_count != t->field_count ||
        s->param_count != t->param_count || s->enumerator_count != t->enumerator_count || !s->of != !t->of)
        return false;
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct cwi_field *f = &s->fields[i], *g = &t->fields[i];
        if (f->offset != g->offset || f->bit_pos != g->bit_pos || f->bit_width != g->bit_width ||
            !same_text(f->name, g->name))
            return false;
    }
    for (uint32_t i = 0; i < s->enumerator_count; i++)
        if (s->enumerators[i].value != t->enumerators[i].value ||
            strcmp(s->enumerators[i].name, t->enumerators[i].name))
            return false;
    return true;
}

/* Assumes x and y equal, and puts them on the trail, whose parts are still to be compared. */
static bool assume(struct types *ts, cwi_id x, cwi_id y)
{
    if (!x || !y)
        return x == y;
    if (ts->map[x] || ts->assumed[x])
        return (ts->map[x] ? ts->map[x] : ts->assumed[x]) == y;
    const struct cwi_type *t = ts->out->types.items[y];
    if (!t || !same_alone(ts->u->types.items[x], t))
        return false;
    if (is_incomplete(t) && !is_incomplete(ts->u->types.items[x])) {
        if (ts->completed_by.items[y]) /* another of this unit defines it: equal tags in different scopes */
            return false;
        ts->completed_by.items[y] = x;
    }
    ts->assumed[x] = y;
    vec_push(&ts->trail, ((struct pair){x, y}));
    return true;
}

static bool same(struct types *ts, cwi_id x, cwi_id y)
{
    ts->trail.count = 0;
    bool equal = assume(ts, x, y);
    for (size_t i = 0; equal && i < ts->trail.count; i++) {
        const struct cwi_type *s = ts->u->types.items[ts->trail.items[i].x],
                              *t = ts->out->types.items[ts->trail.items[i].y];
        if (is_incomplete(s) || is_incomplete(t))
            continue;
        equal = assume(ts, s->of, t->of);
        for (uint32_t j = 0; equal && j < s->field_count; j++)
            equal = assume(ts, s->fields[j].type, t->fields[j].type);
        for (uint32_t j = 0; equal && j < s->param_count; j++)
            equal = assume(ts, s->params[j], t->params[j]);
    }
    for (size_t i = 0; i < ts->trail.count; i++) {
        struct pair p = ts->trail.items[i];
        ts->assumed[p.x] = 0;
        if (!equal && ts->completed_by.items[p.y] == p.x)
            ts->completed_by.items[p.y] = 0;
    }
    return equal;
}

/* Makes what was assumed last final. */
static void commit(struct types *ts)
{
    for (size_t i = 0; i < ts->trail.count; i++) {
        struct pair p = ts->trail.items[i];
        ts->map[p.x] = p.y;
        if (ts->completed_by.items[p.y] == p.x)
            vec_push(&ts->completed, p);
    }
}

static cwi_id find(struct types *ts, cwi_id x)
{
    uint32_t y = 0, tries = 0;
    base_map64_get(&ts->first, signature(ts->u, x, SIGNATURE_DEPTH), &y);
    cwi_id candidates[MOST_CANDIDATES];
    for (; y && tries < MOST_CANDIDATES; y = ts->older.items[y])
        candidates[tries++] = y;
    while (tries-- > 0) /* oldest first */
        if (same(ts, x, candidates[tries])) {
            commit(ts);
            return ts->map[x];
        }
    return 0;
}

/* ---- one unit after another -------------------------------------------------------------------------------------- */

static void add_unit(struct types *ts, struct link *l, struct part *p)
{
    size_t before = ts->out->types.count, count = p->u->types.count;
    ts->u = p->u;
    ts->map = p->types = ARENA_ARRAY(l->scratch, cwi_id, count);
    ts->assumed = ARENA_ARRAY(l->scratch, cwi_id, count);
    ts->completed.count = 0;
    while (ts->completed_by.count < before)
        vec_push(&ts->completed_by, 0);
    for (cwi_id x = 1; x < count; x++)
        if (!ts->map[x] && !find(ts, x)) {
            ts->map[x] = (cwi_id)ts->out->types.count;
            vec_push(&ts->out->types, NULL);
            vec_push(&ts->completed_by, 0);
        }
    const struct cwi_copy copy = {.arena = ts->out->arena, .types = p->types};
    for (cwi_id x = 1; x < count; x++)
        if (ts->map[x] >= before) {
            ts->out->types.items[ts->map[x]] = ARENA_NEW(ts->out->arena, struct cwi_type);
            cwi_copy_type(&copy, ts->out->types.items[ts->map[x]], p->u->types.items[x]);
        }
    for (size_t i = 0; i < ts->completed.count; i++) {
        struct pair done = ts->completed.items[i];
        cwi_copy_type(&copy, ts->out->types.items[done.y], p->u->types.items[done.x]);
        ts->completed_by.items[done.y] = 0;
    }
    for (size_t y = before; y < ts->out->types.count; y++)
        offer(ts, (cwi_id)y);
}

void cwi_link_types(struct link *l)
{
    struct types ts = {.out = l->out};
    for (size_t i = 0; i < l->parts.count; i++)
        add_unit(&ts, l, &l->parts.items[i]);
    vec_free(&ts.trail);
    vec_free(&ts.completed_by);
    vec_free(&ts.completed);
    vec_free(&ts.older);
    base_map64_free(&ts.first);
}
