/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Storage of transition systems: the builder, compressed rows, copies, the reachable part.
 *
 * Invariant of a finished system: each row is sorted by (label, target) and has no duplicates; of duplicates that were
 * added the must one survives, and among equals the first. The builder keeps flat arrays of 12 bytes a transition; must
 * bits and origins take room only once two transitions differ in them.
 */
#include "runtime/lts/lts.h"

#include <stdlib.h>

struct lts_builder {
    uint32_t *from, *label, *to;
    uint64_t *may;    /* a bit for each transition that is not must; NULL while there is none */
    uint32_t *origin; /* NULL while all are equal to same_origin */
    size_t count, capacity;
    uint32_t states, same_origin;
    struct intern *labels;
};

static size_t words(uint64_t bits)
{
    return (size_t)((bits + 63) / 64);
}

static void set_bit(uint64_t *bits, uint64_t at, bool value)
{
    uint64_t mask = (uint64_t)1 << (at & 63);
    bits[at >> 6] = value ? bits[at >> 6] | mask : bits[at >> 6] & ~mask;
}

static bool get_bit(const uint64_t *bits, uint64_t at)
{
    return bits[at >> 6] >> (at & 63) & 1;
}

/* ---- adding ------------------------------------------------------------------------------------------------------- */

struct lts_builder *lts_builder_new(void)
{
    struct lts_builder *b = mem_zalloc(sizeof *b);
    b->labels = intern_new();
    intern_add(b->labels, "i", 1);
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
    intern_free(b->labels);
    free(b);
}

uint32_t lts_builder_label(struct lts_builder *b, const char *name)
{
    return intern_add(b->labels, name, strlen(name));
}

uint32_t lts_builder_label_n(struct lts_builder *b, const char *name, size_t n)
{
    return intern_add(b->labels, name, n);
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
    b->from = mem_resize(b->from, b->capacity * sizeof *b->from);
    b->label = mem_resize(b->label, b->capacity * sizeof *b->label);
    b->to = mem_resize(b->to, b->capacity * sizeof *b->to);
    if (b->may) {
        b->may = mem_resize(b->may, words(b->capacity) * sizeof *b->may);
        memset(b->may + words(old), 0, (words(b->capacity) - words(old)) * sizeof *b->may);
    }
    if (b->origin)
        b->origin = mem_resize(b->origin, b->capacity * sizeof *b->origin);
}

static void builder_add_origin(struct lts_builder *b, uint32_t origin)
{
    if (b->count == 0)
        b->same_origin = origin;
    if (!b->origin && origin == b->same_origin)
        return;
    if (!b->origin) {
        b->origin = mem_alloc(b->capacity * sizeof *b->origin);
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
            b->may = mem_zalloc(words(b->capacity) * sizeof *b->may);
        set_bit(b->may, b->count, true);
    }
    b->from[b->count] = from;
    b->label[b->count] = label;
    b->to[b->count] = to;
    b->count++;
    lts_builder_states(b, (from > to ? from : to) + 1);
}

/* ---- rows --------------------------------------------------------------------------------------------------------- */

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
        set_bit(l->must, at, x->must);
}

/* Sorts transitions start .. end-1, writes what is left without duplicates to `at` and behind; returns its end. */
static uint64_t sort_row(struct lts *l, uint64_t start, uint64_t end, uint64_t at, struct row_space *space)
{
    if (row_is_sorted(l, start, end) && at == start)
        return end;
    size_t n = (size_t)(end - start), kept = 0;
    space->items = mem_grow(space->items, &space->capacity, n, sizeof *space->items);
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

/* Brings all rows into order and gives back the room of duplicates. */
static void sort_rows(struct lts *l)
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
    if (at == all)
        return;
    size_t n = at ? (size_t)at : 1;
    l->label = mem_resize(l->label, n * sizeof *l->label);
    l->target = mem_resize(l->target, n * sizeof *l->target);
    if (l->origin)
        l->origin = mem_resize(l->origin, n * sizeof *l->origin);
}

/* ---- finishing ---------------------------------------------------------------------------------------------------- */

static struct lts *new_system(uint32_t states, uint32_t initial)
{
    struct lts *l = mem_zalloc(sizeof *l);
    l->states = states;
    l->initial = initial;
    l->first = mem_zalloc(((size_t)states + 1) * sizeof *l->first);
    return l;
}

/* Arrays of at least one element, so that an empty system has valid pointers. */
static void allocate_transitions(struct lts *l, uint64_t n, bool must, bool origin)
{
    size_t room = n ? (size_t)n : 1;
    l->label = mem_alloc(room * sizeof *l->label);
    l->target = mem_alloc(room * sizeof *l->target);
    if (must)
        l->must = mem_zalloc((words(n) + 1) * sizeof *l->must);
    if (origin)
        l->origin = mem_alloc(room * sizeof *l->origin);
}

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
    l->label = mem_resize(b->label, n * sizeof *l->label);
    l->target = mem_resize(b->to, n * sizeof *l->target);
    b->label = b->to = NULL;
    if (keep_must) {
        l->must = mem_zalloc((words(n) + 1) * sizeof *l->must);
        for (size_t i = 0; i < words(n); i++)
            l->must[i] = b->may ? ~b->may[i] : ~(uint64_t)0;
    }
    if (keep_origin && b->origin) {
        l->origin = mem_resize(b->origin, n * sizeof *l->origin);
        b->origin = NULL;
    } else if (keep_origin) {
        l->origin = mem_alloc(n * sizeof *l->origin);
        for (size_t i = 0; i < n; i++)
            l->origin[i] = b->same_origin;
    }
}

/* Counting sort: each transition goes to the next free place of its row. */
static void scatter(struct lts *l, const struct lts_builder *b, bool keep_must, bool keep_origin)
{
    allocate_transitions(l, b->count, keep_must, keep_origin);
    uint64_t *next = mem_alloc(((size_t)l->states + 1) * sizeof *next);
    memcpy(next, l->first, ((size_t)l->states + 1) * sizeof *next);
    for (size_t i = 0; i < b->count; i++) {
        uint64_t at = next[b->from[i]]++;
        l->label[at] = b->label[i];
        l->target[at] = b->to[i];
        if (keep_must)
            set_bit(l->must, at, !b->may || !get_bit(b->may, i));
        if (keep_origin)
            l->origin[at] = b->origin ? b->origin[i] : b->same_origin;
    }
    free(next);
}

struct lts *lts_builder_finish(struct lts_builder *b, uint32_t initial, bool keep_must, bool keep_origin)
{
    lts_builder_states(b, initial + 1);
    struct lts *l = new_system(b->states, initial);
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
    sort_rows(l);
    return l;
}

/* ---- whole systems ------------------------------------------------------------------------------------------------ */

void lts_free(struct lts *l)
{
    if (!l)
        return;
    for (uint32_t p = 0; l->prop_names && p < l->props; p++)
        free(l->prop_names[p]);
    for (uint32_t s = 0; l->state_names && s < l->states; s++)
        free(l->state_names[s]);
    free(l->first);
    free(l->label);
    free(l->target);
    free(l->must);
    free(l->origin);
    free(l->prop_names);
    free(l->prop);
    free(l->state_names);
    intern_free(l->labels);
    free(l);
}

static char *copy_string(const char *s)
{
    return s ? memcpy(mem_alloc(strlen(s) + 1), s, strlen(s) + 1) : NULL;
}

static void copy_labels(struct lts *to, const struct lts *from)
{
    to->labels = intern_new();
    for (uint32_t i = 0; i < intern_count(from->labels); i++)
        intern_add(to->labels, intern_str(from->labels, i), intern_len(from->labels, i));
}

/* Gives `to` the propositions and names of `from`: its state s is state old[s] there (old NULL: the same). */
static void copy_states(struct lts *to, const struct lts *from, const uint32_t *old)
{
    to->props = from->props;
    if (from->prop_names) {
        to->prop_names = mem_zalloc(((size_t)from->props + 1) * sizeof *to->prop_names);
        for (uint32_t p = 0; p < from->props; p++)
            to->prop_names[p] = copy_string(from->prop_names[p]);
    }
    if (from->prop) {
        to->prop = mem_alloc((size_t)to->states * to->props + 1);
        for (uint32_t s = 0; s < to->states; s++)
            memcpy(to->prop + (size_t)s * to->props, from->prop + (size_t)(old ? old[s] : s) * to->props, to->props);
    }
    if (from->state_names) {
        to->state_names = mem_zalloc((size_t)to->states * sizeof *to->state_names);
        for (uint32_t s = 0; s < to->states; s++)
            to->state_names[s] = copy_string(from->state_names[old ? old[s] : s]);
    }
}

struct lts *lts_copy(const struct lts *l)
{
    struct lts *copy = new_system(l->states, l->initial);
    uint64_t n = lts_transitions(l);
    memcpy(copy->first, l->first, ((size_t)l->states + 1) * sizeof *l->first);
    allocate_transitions(copy, n, l->must != NULL, l->origin != NULL);
    memcpy(copy->label, l->label, (size_t)n * sizeof *l->label);
    memcpy(copy->target, l->target, (size_t)n * sizeof *l->target);
    if (l->must)
        memcpy(copy->must, l->must, words(n) * sizeof *l->must);
    if (l->origin)
        memcpy(copy->origin, l->origin, (size_t)n * sizeof *l->origin);
    copy_labels(copy, l);
    copy_states(copy, l, NULL);
    return copy;
}

/* Reachable states in breadth-first order; new_of receives the inverse (LTS_NONE: not reachable). */
static uint32_t *breadth_first(const struct lts *l, uint32_t *new_of, uint32_t *count)
{
    uint32_t *order = mem_alloc((size_t)l->states * sizeof *order), found = 0;
    memset(new_of, 0xff, (size_t)l->states * sizeof *new_of);
    order[found] = l->initial;
    new_of[l->initial] = found++;
    for (uint32_t i = 0; i < found; i++)
        for (uint64_t t = l->first[order[i]]; t < l->first[order[i] + 1]; t++)
            if (new_of[l->target[t]] == LTS_NONE) {
                order[found] = l->target[t];
                new_of[l->target[t]] = found++;
            }
    *count = found;
    return order;
}

struct lts *lts_reachable(const struct lts *l)
{
    uint32_t *new_of = mem_alloc((size_t)l->states * sizeof *new_of), count;
    uint32_t *order = breadth_first(l, new_of, &count);
    struct lts *r = new_system(count, 0);
    for (uint32_t s = 0; s < count; s++)
        r->first[s + 1] = r->first[s] + (l->first[order[s] + 1] - l->first[order[s]]);
    allocate_transitions(r, r->first[count], l->must != NULL, l->origin != NULL);
    for (uint32_t s = 0; s < count; s++) {
        uint64_t at = r->first[s];
        for (uint64_t t = l->first[order[s]]; t < l->first[order[s] + 1]; t++, at++) {
            r->label[at] = l->label[t];
            r->target[at] = new_of[l->target[t]];
            if (l->must)
                set_bit(r->must, at, get_bit(l->must, t));
            if (l->origin)
                r->origin[at] = l->origin[t];
        }
    }
    copy_labels(r, l);
    copy_states(r, l, order);
    free(order);
    free(new_of);
    sort_rows(r);
    return r;
}

bool lts_deterministic(const struct lts *l)
{
    for (uint32_t s = 0; s < l->states; s++)
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
            if (l->label[t] == LTS_TAU || (t > l->first[s] && l->label[t] == l->label[t - 1]))
                return false;
    return true;
}
