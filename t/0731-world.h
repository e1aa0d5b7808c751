/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a call of a library function did: the memory it could reach is recorded before and after, and held against its
 * row in the tables of effects.
 *
 * A world is a row of objects, each in a slot of its own with a margin on both sides. Pointers among them are found by
 * looking: a word that lies in the world is one. An object is reached directly by an argument that points into it,
 * deeply by way of others.
 */
#ifndef CWOLF_T_WORLD_H
#define CWOLF_T_WORLD_H

#include "runtime/points/effects.h"

enum { OBJECTS = 80, ROOM = 1024, MARGIN = 512, SLOT = ROOM + 2 * MARGIN, ARGS = 12, CHANGES = 12, CALLS = 100 };

struct world {
    uint8_t *memory, *before;
    uint32_t size[OBJECTS];
    int count;
    uint64_t random;
    bool has_null; /* some argument is null: sizes are 0 then */
};

/* One object that changed. Bits are arguments. */
struct change {
    uint16_t direct, deep;
    bool holds_world, holds_library; /* a pointer was put there */
    bool is_outside;                 /* bytes around it changed */
    int32_t from, to;                /* bytes of the object */
};
enum result_kind { RESULT_VOID, RESULT_VALUE, RESULT_FLOAT, RESULT_POINTER };
struct seen {
    struct change changes[CHANGES];
    int change_count;
    enum result_kind kind;
    int64_t result;
    bool is_null, is_world;            /* of a pointer */
    uint16_t into, deep, same, loaded; /* arguments into whose object it points, or by way of others; that it is; in
                                        * whose object it lies */
    uint16_t nulls, called, kept, written_later;
    int64_t values[ARGS];
    int32_t offsets[ARGS], element[ARGS]; /* where an argument points in its object */
};

static inline uint8_t *world_object(const struct world *w, int i)
{
    return w->memory + (size_t)i * SLOT + MARGIN;
}

/* The object that a word points into, or -1. */
static int world_at(const struct world *w, uint64_t word)
{
    uint64_t base = (uint64_t)(uintptr_t)w->memory;
    if (word < base || word >= base + (uint64_t)w->count * SLOT)
        return -1;
    int i = (int)((word - base) / SLOT);
    uint64_t at = (word - base) % SLOT;
    return at >= MARGIN && at <= MARGIN + w->size[i] ? i : -1;
}

static uint64_t world_random(struct world *w)
{
    w->random = w->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return w->random >> 33;
}

/* ---- reach ------------------------------------------------------------------------------------------------------- */

/* Marks what can be reached from an object, itself left out, by the pointers in `memory` (before or after). */
static void world_reach(const struct world *w, const uint8_t *memory, int from, bool *reached)
{
    const uint8_t *p = memory + (size_t)from * SLOT + MARGIN;
    for (uint32_t at = 0; at + 8 <= w->size[from]; at += 8) {
        uint64_t word;
        memcpy(&word, p + at, 8);
        int to = world_at(w, word);
        if (to >= 0 && !reached[to]) {
            reached[to] = true;
            world_reach(w, memory, to, reached);
        }
    }
}

/* ---- comparing --------------------------------------------------------------------------------------------------- */

struct ranges { /* of the addresses of libraries and the heap */
    uint64_t from[256], to[256];
    int count;
};

static bool in_ranges(const struct ranges *r, uint64_t x)
{
    for (int i = 0; i < r->count; i++)
        if (x >= r->from[i] && x < r->to[i])
            return true;
    return false;
}

static void find_pointers(const struct world *w, int i, const struct ranges *lib, struct change *c)
{
    const uint8_t *was = w->before + (size_t)i * SLOT + MARGIN, *now = world_object(w, i);
    for (uint32_t at = 0; at + 8 <= w->size[i]; at += 8) {
        uint64_t a, b;
        memcpy(&a, was + at, 8);
        memcpy(&b, now + at, 8);
        c->holds_world |= a != b && world_at(w, b) >= 0;
        c->holds_library |= a != b && in_ranges(lib, b);
    }
}

/* Records which objects changed, with the arguments they can be reached from. `objects`: of each argument, or -1. */
static void world_compare(const struct world *w, const int *objects, int args, const struct ranges *lib, struct seen *s)
{
    bool reached[ARGS][OBJECTS] = {{false}};
    for (int a = 0; a < args; a++)
        if (objects[a] >= 0) {
            world_reach(w, w->before, objects[a], reached[a]);
            world_reach(w, w->memory, objects[a], reached[a]);
        }
    for (int i = 0; i < w->count; i++) {
        const uint8_t *was = w->before + (size_t)i * SLOT, *now = w->memory + (size_t)i * SLOT;
        if (!memcmp(was, now, SLOT))
            continue;
        struct change c = {.from = -1};
        for (int at = 0; at < SLOT; at++)
            if (was[at] != now[at]) {
                c.from = c.from < 0 && at >= MARGIN ? at - MARGIN : c.from;
                c.to = at - MARGIN + 1;
                c.is_outside |= at < MARGIN || at >= MARGIN + (int)w->size[i];
            }
        for (int a = 0; a < args; a++) {
            c.direct |= (uint16_t)((objects[a] == i) << a);
            c.deep |= (uint16_t)(reached[a][i] << a);
        }
        find_pointers(w, i, lib, &c);
        if (s->change_count < CHANGES)
            s->changes[s->change_count++] = c;
    }
}

/* ---- against the row --------------------------------------------------------------------------------------------- */

static bool is_among(char c, const char *set)
{
    return c && strchr(set, c);
}

/* How many bytes the row allows from where the argument points; -1: any number. */
static int64_t room_of(const struct effect *e, const struct seen *s, uint32_t i)
{
    const struct effect_param *p = effect_param(e, i);
    if (p->size_arg < 0 || p->is_size_behind)
        return -1;
    int64_t n = s->values[p->size_arg];
    if (p->size_factor >= 0)
        n *= s->values[p->size_factor];
    return p->in_elements ? n * s->element[i] : n;
}

static bool explains(const struct effect *e, const struct seen *s, const struct change *c, uint32_t i)
{
    char letter = effect_letter(e, i);
    bool direct = c->direct >> i & 1, deep = c->deep >> i & 1;
    int64_t room = room_of(e, s, i);
    if (deep && pt_effect_writes_deep(NULL, e, NULL, i) &&
        (!(c->holds_world || c->holds_library) || is_among(letter, "qka")))
        return true;
    if (!direct || !pt_effect_writes(NULL, e, NULL, i))
        return false;
    if (c->holds_world && !is_among(letter, "cpquk"))
        return false;
    if (c->holds_library && !is_among(letter, "cplquak"))
        return false;
    return room < 0 || (c->from >= s->offsets[i] && c->to <= s->offsets[i] + room);
}

static const char *wrong_change(const struct effect *e, const struct seen *s)
{
    for (int k = 0; k < s->change_count; k++) {
        bool explained = false;
        for (uint32_t i = 0; i < ARGS; i++)
            explained |= explains(e, s, &s->changes[k], i);
        if (s->changes[k].is_outside)
            return "bytes behind an object changed";
        if (!explained || e->flags & (EFFECT_PURE | EFFECT_CONST))
            return "an object changed that the row does not let it write";
    }
    return NULL;
}

static const char *wrong_pointer(const struct effect *e, const struct seen *s)
{
    bool into = s->into >> e->arg & 1;
    switch (e->result) {
    case EFFECT_VALUE:
    case EFFECT_LIBRARY:
        return s->is_world ? "it returned a pointer of the program" : NULL;
    case EFFECT_NEW:
        return s->is_world ? "it returned what is no new block" : NULL;
    case EFFECT_ARGUMENT:
        return s->same >> e->arg & 1 ? NULL : "it did not return its argument";
    case EFFECT_INTO:
        return s->is_null || into || (e->or_library && !s->is_world) ? NULL : "it returned a pointer to elsewhere";
    case EFFECT_INTO_DEEP:
        return s->is_null || s->into & 1 || s->deep >> e->arg & 1 ? NULL : "it returned a pointer to elsewhere";
    case EFFECT_LOADED:
        return s->is_null || s->loaded >> e->arg & 1 || (e->or_library && !s->is_world)
                   ? NULL
                   : "it returned what is not there";
    default:
        return NULL;
    }
}

static const char *wrong_result(const struct effect *e, const struct seen *s)
{
    if (s->kind == RESULT_POINTER)
        return wrong_pointer(e, s);
    if (s->kind != RESULT_VALUE)
        return NULL;
    if (e->result == EFFECT_LOADED)
        return s->loaded >> e->arg & 1 ? NULL : "it returned what is not there";
    if (e->result != EFFECT_VALUE)
        return e->result == EFFECT_ARGUMENT && !(s->same >> e->arg & 1) ? "it did not return its argument" : NULL;
    int64_t hi = e->hi;
    if (e->hi_arg >= 0 && s->values[e->hi_arg] >= 0)
        hi = s->values[e->hi_arg];
    if (s->result < e->lo || s->result > hi || (e->has_gap && s->result == e->gap))
        return "its result is out of range";
    return NULL;
}

/* What the row does not allow, or NULL. */
static const char *wrong(const struct effect *e, const struct seen *seen, int count)
{
    for (int k = 0; k < count; k++) {
        const struct seen *s = &seen[k];
        const char *why = wrong_change(e, s);
        why = why ? why : wrong_result(e, s);
        for (uint32_t i = 0; i < ARGS && !why; i++) {
            if (s->nulls >> i & 1 && pt_effect_is_pointer(e, i) && !effect_param(e, i)->may_be_null)
                why = "it took a null pointer";
            if (s->called >> i & 1 && !pt_effect_calls(e, i))
                why = "it called a function";
            if (s->kept >> i & 1 && !pt_effect_keeps(e, i))
                why = "it kept a pointer";
            if (s->written_later >> i & 1 && effect_letter(e, i) != 'k')
                why = "it wrote later";
        }
        if (why)
            return why;
    }
    return NULL;
}

/* What the row could say and does not, or NULL. */
__attribute__((unused)) static const char *loose(const struct effect *e, const struct seen *seen, int count)
{
    bool all_from_minus_one = true, some_pointer = false, all_pointers = true;
    for (int k = 0; k < count; k++) {
        all_from_minus_one &= seen[k].kind == RESULT_VALUE && seen[k].result >= -1;
        all_pointers &= seen[k].kind == RESULT_POINTER;
        some_pointer |= seen[k].kind == RESULT_POINTER && !seen[k].is_null;
    }
    if (e->result != EFFECT_VALUE || !count)
        return NULL;
    if (all_from_minus_one && e->lo == INT64_MIN && e->hi == INT64_MAX)
        return "all results were -1 or more";
    return all_pointers && some_pointer ? "it returns pointers" : NULL;
}

#endif
