/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The builder: transitions in any order become a system in compressed rows.
 *
 * Flat arrays of 12 bytes a transition while adding; must bits and origins take room only once two transitions differ
 * in them. They become the rows of the system in place, unless what was not added in the order of sources has must bits
 * or origins.
 */
#include "runtime/lts/rows.h"

#include <stdlib.h>

struct lts_builder {
    uint32_t *from, *label, *to;
    uint64_t *may;    /* a bit for each transition that is not must; NULL while there is none */
    uint32_t *origin; /* NULL while all are equal to same_origin */
    size_t count, capacity;
    uint32_t states, same_origin;
    struct intern *labels;
};

struct lts_builder *lts_builder_new(void)
{
    struct lts_builder *b = base_mem_zalloc(sizeof *b);
    b->labels = base_intern_new();
    base_intern_add(b->labels, "i", 1);
    return b;
}

void lts_builder_free(struct lts_builder *b)
{
    if (!b)
        return;
    free(b->from);
    free(b->label);
    free(b->to);
    free(b->may);
    free(b->origin);
    base_intern_free(b->labels);
    free(b);
}

uint32_t lts_builder_label(struct lts_builder *b, const char *name)
{
    return base_intern_add(b->labels, name, strlen(name));
}

uint32_t lts_builder_label_n(struct lts_builder *b, const char *name, size_t n)
{
    return base_intern_add(b->labels, name, n);
}

void lts_builder_states(struct lts_builder *b, uint32_t at_least)
{
    if (b->states < at_least)
        b->states = at_least;
}

static void builder_grow(struct lts_builder *b)
{
    size_t old = b->capacity;
    b->capacity = old ? old * 2 : 64;
    b->from = base_mem_resize(b->from, b->capacity * sizeof *b->from);
    b->label = base_mem_resize(b->label, b->capacity * sizeof *b->label);
    b->to = base_mem_resize(b->to, b->capacity * sizeof *b->to);
    if (b->may) {
        b->may = base_mem_resize(b->may, bit_words(b->capacity) * sizeof *b->may);
        memset(b->may + bit_words(old), 0, (bit_words(b->capacity) - bit_words(old)) * sizeof *b->may);
    }
    if (b->origin)
        b->origin = base_mem_resize(b->origin, b->capacity * sizeof *b->origin);
}

static void builder_add_origin(struct lts_builder *b, uint32_t origin)
{
    if (b->count == 0)
        b->same_origin = origin;
    if (!b->origin && origin == b->same_origin)
        return;
    if (!b->origin) {
        b->origin = base_mem_alloc(b->capacity * sizeof *b->origin);
        for (size_t i = 0; i < b->count; i++)
            b->origin[i] = b->same_origin;
    }
    b->origin[b->count] = origin;
}

void lts_builder_add(struct lts_builder *b, uint32_t from, uint32_t label, uint32_t to, bool must, uint32_t origin)
{
    if (b->count == b->capacity)
        builder_grow(b);
    builder_add_origin(b, origin);
    if (!must) {
        if (!b->may)
            b->may = bits_new(b->capacity);
        bit_set(b->may, b->count, true);
    }
    b->from[b->count] = from;
    b->label[b->count] = label;
    b->to[b->count] = to;
    b->count++;
    lts_builder_states(b, (from > to ? from : to) + 1);
}

void lts_rows_add(struct lts_builder *b, const struct transition *x, size_t n, const uint32_t *label_of)
{
    while (b->capacity - b->count < n)
        builder_grow(b);
    for (size_t i = 0, at = b->count; i < n; i++, at++) {
        b->from[at] = x[i].from;
        b->label[at] = label_of[x[i].label];
        b->to[at] = x[i].to;
    }
    b->count += n;
}

/* ---- finishing --------------------------------------------------------------------------------------------------- */

static bool sources_ascend(const struct lts_builder *b)
{
    for (size_t i = 1; i < b->count; i++)
        if (b->from[i - 1] > b->from[i])
            return false;
    return true;
}

/* Brings transitions to their groups of 2^shift rows in place: each goes where its group has room, and what was there
 * goes on from here. */
static void place(struct lts_builder *b, const struct lts *l, int shift)
{
    size_t groups = ((size_t)(l->states - 1) >> shift) + 1;
    uint64_t *next = base_mem_alloc(groups * sizeof *next);
    for (size_t g = 0; g < groups; g++)
        next[g] = l->first[g << shift];
    for (size_t g = 0; g < groups; g++) {
        uint64_t end = l->first[g + 1 < groups ? (g + 1) << shift : l->states];
        while (next[g] < end) {
            uint64_t here = next[g];
            uint32_t from = b->from[here], label = b->label[here], to = b->to[here];
            while (from >> shift != g) {
                uint64_t there = next[from >> shift]++;
                uint32_t f = b->from[there], n = b->label[there], t = b->to[there];
                b->from[there] = from;
                b->label[there] = label;
                b->to[there] = to;
                from = f;
                label = n;
                to = t;
            }
            b->from[here] = from;
            b->label[here] = label;
            b->to[here] = to;
            next[g]++;
        }
    }
    free(next);
}

/* In two steps where rows are many: first to a few hundred groups, then to rows that are near each other. */
static void place_all(struct lts_builder *b, const struct lts *l)
{
    enum { NEAR = 1 << 13, GROUP_BITS = 9 };
    int bits = l->states < 2 ? 1 : 32 - __builtin_clz(l->states - 1);
    if (l->states > NEAR)
        place(b, l, bits - GROUP_BITS);
    place(b, l, 0);
}

/* The builder's arrays are the rows already. */
static void take_arrays(struct lts *l, struct lts_builder *b, bool keep_must, bool keep_origin)
{
    size_t n = b->count ? b->count : 1;
    l->label = base_mem_resize(b->label, n * sizeof *l->label);
    l->target = base_mem_resize(b->to, n * sizeof *l->target);
    b->label = b->to = NULL;
    if (keep_must) {
        l->must = bits_new(n);
        for (size_t i = 0; i < bit_words(n); i++)
            l->must[i] = b->may ? ~b->may[i] : ~(uint64_t)0;
    }
    if (keep_origin && b->origin) {
        l->origin = base_mem_resize(b->origin, n * sizeof *l->origin);
        b->origin = NULL;
    } else if (keep_origin) {
        l->origin = base_mem_alloc(n * sizeof *l->origin);
        for (size_t i = 0; i < n; i++)
            l->origin[i] = b->same_origin;
    }
}

/* Counting sort: each transition goes to the next free place of its row. */
static void scatter(struct lts *l, const struct lts_builder *b, bool keep_must, bool keep_origin)
{
    lts_rows_allocate(l, b->count, keep_must, keep_origin);
    uint64_t *next = base_mem_alloc(((size_t)l->states + 1) * sizeof *next);
    memcpy(next, l->first, ((size_t)l->states + 1) * sizeof *next);
    for (size_t i = 0; i < b->count; i++) {
        uint64_t at = next[b->from[i]]++;
        l->label[at] = b->label[i];
        l->target[at] = b->to[i];
        if (keep_must)
            bit_set(l->must, at, !b->may || !bit_get(b->may, i));
        if (keep_origin)
            l->origin[at] = b->origin ? b->origin[i] : b->same_origin;
    }
    free(next);
}

struct lts *lts_builder_finish(struct lts_builder *b, uint32_t initial, bool keep_must, bool keep_origin)
{
    lts_builder_states(b, initial + 1);
    struct lts *l = lts_rows_new(b->states, initial);
    for (size_t i = 0; i < b->count; i++)
        l->first[b->from[i] + 1]++;
    for (uint32_t s = 0; s < l->states; s++)
        l->first[s + 1] += l->first[s];
    bool ascend = sources_ascend(b);
    if (!ascend && !keep_must && !keep_origin)
        place_all(b, l);
    if (ascend || (!keep_must && !keep_origin)) {
        free(b->from);
        b->from = NULL;
        take_arrays(l, b, keep_must, keep_origin);
    } else {
        scatter(l, b, keep_must, keep_origin);
    }
    l->labels = b->labels;
    b->labels = NULL;
    lts_builder_free(b);
    lts_rows_sort(l);
    return l;
}
