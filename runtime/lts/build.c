/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The builder: transitions in any order become a system in compressed rows.
 *
 * Flat arrays of 12 bytes a transition while adding; must bits and origins take room only once two transitions differ
 * in them. What was added in the order of sources is not moved again.
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

/* ---- finishing --------------------------------------------------------------------------------------------------- */

static bool sources_ascend(const struct lts_builder *b)
{
    for (size_t i = 1; i < b->count; i++)
        if (b->from[i - 1] > b->from[i])
            return false;
    return true;
}

/* Transitions were added in the order of their sources: the builder's arrays are the rows already. */
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
    if (sources_ascend(b)) {
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
