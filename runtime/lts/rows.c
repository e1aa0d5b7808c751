/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows: sorted by (label, target), without duplicates.
 */
#include "runtime/lts/rows.h"

#include <stdlib.h>

struct lts *lts_rows_new(uint32_t states, uint32_t initial)
{
    struct lts *l = base_mem_zalloc(sizeof *l);
    l->states = states;
    l->initial = initial;
    l->first = base_mem_zalloc(((size_t)states + 1) * sizeof *l->first);
    return l;
}

void lts_rows_allocate(struct lts *l, uint64_t n, bool must, bool origin)
{
    size_t room = n ? (size_t)n : 1;
    l->label = base_mem_alloc(room * sizeof *l->label);
    l->target = base_mem_alloc(room * sizeof *l->target);
    if (must)
        l->must = bits_new(n);
    if (origin)
        l->origin = base_mem_alloc(room * sizeof *l->origin);
}

/* A transition of one row while the row is being sorted. */
struct item {
    uint64_t key; /* label, target */
    uint32_t origin, order;
    bool must;
};
struct row_space {
    struct item *items;
    size_t capacity;
};

/* Duplicates come together with the one to keep in front: must before may, then the first added. */
static int item_order(const struct item *a, const struct item *b)
{
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->must != b->must)
        return a->must ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static int item_compare(const void *a, const void *b)
{
    return item_order(a, b);
}

static void sort_items(struct item *x, size_t n)
{
    if (n > 32) {
        qsort(x, n, sizeof *x, item_compare);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        struct item moved = x[i];
        size_t j = i;
        for (; j > 0 && item_order(&moved, &x[j - 1]) < 0; j--)
            x[j] = x[j - 1];
        x[j] = moved;
    }
}

static uint64_t key_of(const struct lts *l, uint64_t t)
{
    return (uint64_t)l->label[t] << 32 | l->target[t];
}

static bool row_is_sorted(const struct lts *l, uint64_t start, uint64_t end)
{
    for (uint64_t t = start + 1; t < end; t++)
        if (key_of(l, t - 1) >= key_of(l, t))
            return false;
    return true;
}

static void put_item(struct lts *l, uint64_t at, const struct item *x)
{
    l->label[at] = (uint32_t)(x->key >> 32);
    l->target[at] = (uint32_t)x->key;
    if (l->origin)
        l->origin[at] = x->origin;
    if (l->must)
        bit_set(l->must, at, x->must);
}

/* Sorts transitions start .. end-1, writes what is left without duplicates to `at` and behind; returns its end. */
static uint64_t sort_row(struct lts *l, uint64_t start, uint64_t end, uint64_t at, struct row_space *space)
{
    if (row_is_sorted(l, start, end) && at == start)
        return end;
    size_t n = (size_t)(end - start), kept = 0;
    space->items = base_mem_grow(space->items, &space->capacity, n, sizeof *space->items);
    struct item *x = space->items;
    for (size_t i = 0; i < n; i++)
        x[i] = (struct item){key_of(l, start + i), l->origin ? l->origin[start + i] : 0, (uint32_t)i,
                             lts_is_must(l, start + i)};
    sort_items(x, n);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || x[i].key != x[i - 1].key)
            put_item(l, at + kept++, &x[i]);
    return at + kept;
}

void lts_rows_sort(struct lts *l)
{
    struct row_space space = {0};
    uint64_t at = 0, start = 0, all = lts_transitions(l);
    for (uint32_t s = 0; s < l->states; s++) {
        uint64_t end = l->first[s + 1];
        at = sort_row(l, start, end, at, &space);
        l->first[s + 1] = at;
        start = end;
    }
    free(space.items);
    if (at == all || l->held)
        return;
    size_t n = at ? (size_t)at : 1;
    l->label = base_mem_resize(l->label, n * sizeof *l->label);
    l->target = base_mem_resize(l->target, n * sizeof *l->target);
    if (l->origin)
        l->origin = base_mem_resize(l->origin, n * sizeof *l->origin);
}
