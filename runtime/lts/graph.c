/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Brings one or two systems into the common form of graph.h. States keep their relative order, so that rows stay
 * sorted where labels were interned in the order of their names.
 */
#include "runtime/base/sorted.h"
#include "runtime/lts/graph.h"
#include "runtime/lts/rows.h"

#include <stdlib.h>

struct name {
    const char *text;
    size_t size;
    uint32_t side, label;
};

static int name_order(const void *a, const void *b)
{
    const struct name *x = a, *y = b;
    size_t n = x->size < y->size ? x->size : y->size;
    int order = memcmp(x->text, y->text, n);
    return order ? order : (x->size > y->size) - (x->size < y->size);
}

/* Numbers the visible labels of both systems by name, from 2. map[side][label] is the number. */
static void number_labels(struct graph *g, const struct lts *const sys[2], uint32_t *map[2])
{
    struct VEC(struct name) names = {0};
    for (uint32_t side = 0; side < 2 && sys[side]; side++)
        for (uint32_t l = 1; l < base_intern_count(sys[side]->labels); l++) {
            struct name n = {base_intern_str(sys[side]->labels, l), base_intern_len(sys[side]->labels, l), side, l};
            vec_push(&names, n);
        }
    if (names.count)
        qsort(names.items, names.count, sizeof *names.items, name_order);
    g->name = base_mem_alloc((names.count + 2) * sizeof *g->name);
    g->name[GRAPH_SILENT] = g->name[GRAPH_SHOWN] = "i";
    g->labels = 2;
    for (size_t i = 0; i < names.count; i++) {
        struct name *n = &names.items[i];
        if (!i || name_order(n - 1, n))
            g->name[g->labels++] = n->text;
        map[n->side][n->label] = g->labels - 1;
    }
    vec_free(&names);
}

static bool counts(const struct lts *l, uint64_t t, bool must_only)
{
    return !must_only || lts_is_must(l, t);
}

/* Finds what is reachable in one system: a bit for each state, so that the marks of a large system stay near. States
 * are taken in their order as far as that goes, which is how they lie in memory; only targets before the state in hand
 * are put aside. Returns how many there are. */
static uint32_t find_reachable(const struct lts *l, bool must_only, uint64_t *met)
{
    struct u32s stack = {0};
    uint32_t count = 1;
    bit_set(met, l->initial, true);
    for (uint32_t hand = l->initial; hand < l->states; hand++) {
        if (!bit_get(met, hand))
            continue;
        vec_push(&stack, hand);
        while (stack.count) {
            uint32_t s = stack.items[--stack.count];
            for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
                if (!bit_get(met, l->target[t]) && counts(l, t, must_only)) {
                    bit_set(met, l->target[t], true);
                    count++;
                    if (l->target[t] < hand)
                        vec_push(&stack, l->target[t]);
                }
        }
    }
    vec_free(&stack);
    return count;
}

/* fresh[s]: the new number of state s, counted from `base`, or LTS_NONE where it cannot be reached. Returns NULL where
 * every state keeps its number; *next is the number after the last. */
static uint32_t *number_states(const struct lts *l, bool must_only, uint32_t base, uint32_t *next)
{
    uint64_t *met = base_mem_zalloc(bit_words(l->states) * sizeof *met);
    uint32_t *fresh = NULL, count = find_reachable(l, must_only, met);
    *next = base + count;
    if (base || count < l->states) {
        fresh = base_mem_alloc(l->states * sizeof *fresh);
        for (uint32_t s = 0; s < l->states; s++)
            fresh[s] = bit_get(met, s) ? base++ : LTS_NONE;
    }
    free(met);
    return fresh;
}

static uint32_t fresh_of(const uint32_t *fresh, uint32_t s)
{
    return fresh ? fresh[s] : s;
}

/* Transitions whose targets' new numbers are asked for while those before them are in hand. */
enum { AHEAD = 32 };

static void prefetch_fresh(const uint32_t *fresh, const uint32_t *target, uint64_t t, uint64_t end)
{
    if (fresh && t + AHEAD < end)
        __builtin_prefetch(&fresh[target[t + AHEAD]]);
}

/* ---- colours ----------------------------------------------------------------------------------------------------- */

struct valuation {
    const char *text;
    uint32_t size, id;
};

static int valuation_order(const void *a, const void *b)
{
    const struct valuation *x = a, *y = b;
    return memcmp(x->text, y->text, x->size);
}

/* Which propositions count: with two systems, those that both have. column[side] lists them in the first's order. */
static uint32_t common_propositions(const struct lts *const sys[2], struct u32s column[2])
{
    for (uint32_t p = 0; sys[0]->prop && p < sys[0]->props; p++) {
        uint32_t q = 0;
        if (sys[1]) {
            if (!sys[1]->prop)
                continue;
            while (q < sys[1]->props && strcmp(sys[0]->prop_names[p], sys[1]->prop_names[q]))
                q++;
            if (q == sys[1]->props)
                continue;
        }
        vec_push(&column[0], p);
        vec_push(&column[1], q);
    }
    return (uint32_t)column[0].count;
}

static void colour_states(struct graph *g, const struct lts *const sys[2])
{
    struct u32s column[2] = {{0}};
    uint32_t width = common_propositions(sys, column);
    g->colours = 1;
    if (width) {
        struct intern *seen = base_intern_new();
        char *text = base_mem_alloc(width);
        g->colour = base_mem_alloc(g->states * sizeof *g->colour);
        for (uint32_t s = 0; s < g->states; s++) {
            int side = s >= g->split;
            for (uint32_t i = 0; i < width; i++)
                text[i] = (char)sys[side]->prop[(size_t)g->old[s] * sys[side]->props + column[side].items[i]];
            g->colour[s] = base_intern_add(seen, text, width);
        }
        g->colours = base_intern_count(seen);
        struct valuation *order = base_mem_alloc(g->colours * sizeof *order);
        uint32_t *rank = base_mem_alloc(g->colours * sizeof *rank);
        for (uint32_t i = 0; i < g->colours; i++)
            order[i] = (struct valuation){base_intern_str(seen, i), width, i};
        qsort(order, g->colours, sizeof *order, valuation_order);
        g->props = width;
        g->valuation = base_mem_alloc((size_t)g->colours * width);
        g->prop_name = base_mem_alloc(width * sizeof *g->prop_name);
        for (uint32_t i = 0; i < width; i++)
            g->prop_name[i] = sys[0]->prop_names[column[0].items[i]];
        for (uint32_t i = 0; i < g->colours; i++) {
            rank[order[i].id] = i;
            memcpy(g->valuation + (size_t)i * width, order[i].text, width);
        }
        for (uint32_t s = 0; s < g->states; s++)
            g->colour[s] = rank[g->colour[s]];
        free(order);
        free(rank);
        free(text);
        base_intern_free(seen);
    }
    vec_free(&column[0]);
    vec_free(&column[1]);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

struct edge {
    uint64_t key; /* label << 32 | target */
    uint64_t via;
};

static int edge_order(const void *a, const void *b)
{
    uint64_t x = ((const struct edge *)a)->key, y = ((const struct edge *)b)->key;
    return (x > y) - (x < y);
}

static void sort_edges(struct edge *e, size_t n)
{
    bool sorted = true;
    for (size_t i = 1; i < n && sorted; i++)
        sorted = e[i - 1].key <= e[i].key;
    if (sorted)
        return;
    if (n > 16) {
        qsort(e, n, sizeof *e, edge_order);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        struct edge x = e[i];
        size_t j = i;
        for (; j && e[j - 1].key > x.key; j--)
            e[j] = e[j - 1];
        e[j] = x;
    }
}

struct filling {
    struct graph *g;
    const struct lts *l;
    const uint32_t *label, *fresh; /* maps */
    bool must_only, keep_must, plain;
    uint64_t at;
    struct VEC(struct edge) row;
};

static void fill_row(struct filling *f, uint32_t s)
{
    struct graph *g = f->g;
    const struct lts *l = f->l;
    uint32_t from = fresh_of(f->fresh, s);
    f->row.count = 0;
    for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++) {
        prefetch_fresh(f->fresh, l->target, t, lts_transitions(l));
        if (!counts(l, t, f->must_only))
            continue;
        uint32_t to = fresh_of(f->fresh, l->target[t]);
        uint32_t label = f->label[l->label[t]];
        if (label == GRAPH_SILENT && g->colour && !f->plain && g->colour[from] != g->colour[to])
            label = GRAPH_SHOWN;
        struct edge e = {(uint64_t)label << 32 | to, t};
        vec_push(&f->row, e);
    }
    sort_edges(f->row.items, f->row.count);
    for (size_t i = 0; i < f->row.count; i++, f->at++) {
        g->label[f->at] = (uint32_t)(f->row.items[i].key >> 32);
        g->target[f->at] = (uint32_t)f->row.items[i].key;
        if (g->via)
            g->via[f->at] = f->row.items[i].via;
        if (g->must && (!f->keep_must || lts_is_must(l, f->row.items[i].via)))
            bit_set(g->must, f->at, true);
    }
    g->first[from + 1] = f->at;
}

static uint64_t count_transitions(const struct lts *l, const uint32_t *fresh, bool must_only)
{
    uint64_t n = 0;
    for (uint32_t s = 0; s < l->states; s++)
        if (fresh_of(fresh, s) != LTS_NONE) {
            if (!must_only)
                n += l->first[s + 1] - l->first[s];
            else
                for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
                    n += lts_is_must(l, t);
        }
    return n;
}

static void fill(struct graph *g, const struct lts *const sys[2], uint32_t *label[2], uint32_t *fresh[2],
                 unsigned flags)
{
    bool must_only = flags & GRAPH_MUST_ONLY_A;
    uint64_t m =
        count_transitions(sys[0], fresh[0], must_only) + (sys[1] ? count_transitions(sys[1], fresh[1], false) : 0);
    g->first = base_mem_zalloc((g->states + (size_t)1) * sizeof *g->first);
    g->label = base_mem_alloc(m * sizeof *g->label);
    g->target = base_mem_alloc(m * sizeof *g->target);
    if (flags & GRAPH_VIA)
        g->via = base_mem_alloc(m * sizeof *g->via);
    if ((flags & GRAPH_MUST) && (sys[0]->must || (sys[1] && sys[1]->must)))
        g->must = bits_new(m);
    struct filling f = {.g = g, .keep_must = g->must, .plain = flags & GRAPH_PLAIN};
    for (int side = 0; side < 2 && sys[side]; side++) {
        f.l = sys[side];
        f.label = label[side];
        f.fresh = fresh[side];
        f.must_only = must_only && !side;
        for (uint32_t s = 0; s < sys[side]->states; s++)
            if (fresh_of(fresh[side], s) != LTS_NONE)
                fill_row(&f, s);
    }
    vec_free(&f.row);
}

static void list_old(struct graph *g, const struct lts *l, const uint32_t *fresh)
{
    for (uint32_t s = 0; s < l->states; s++)
        if (fresh_of(fresh, s) != LTS_NONE)
            g->old[fresh_of(fresh, s)] = s;
}

enum status lts_graph_make(struct graph *g, const struct lts *a, const struct lts *b, unsigned flags, struct diag *d)
{
    const struct lts *const sys[2] = {a, b};
    uint32_t *label[2] = {0}, *fresh[2] = {0};
    *g = (struct graph){0};
    if (!a->states || (b && !b->states))
        return diag_set(d, ST_BAD, (struct place){0},
                        "a transition system without states has no behaviour to speak of");
    if ((uint64_t)a->states + (b ? b->states : 0) >= LTS_NONE)
        return diag_set(d, ST_LIMIT, (struct place){0}, "more than 4294967294 states");
    for (int side = 0; side < 2 && sys[side]; side++)
        label[side] = base_mem_zalloc((base_intern_count(sys[side]->labels) + (size_t)1) * sizeof *label[side]);
    number_labels(g, sys, label);
    fresh[0] = number_states(a, flags & GRAPH_MUST_ONLY_A, 0, &g->states);
    g->root[0] = fresh_of(fresh[0], a->initial);
    g->split = g->states;
    if (b) {
        fresh[1] = number_states(b, false, g->split, &g->states);
        g->root[1] = fresh_of(fresh[1], b->initial);
    }
    g->old = base_mem_alloc(g->states * sizeof *g->old);
    for (int side = 0; side < 2 && sys[side]; side++)
        list_old(g, sys[side], fresh[side]);
    colour_states(g, sys);
    fill(g, sys, label, fresh, flags);
    for (int side = 0; side < 2; side++) {
        free(label[side]);
        free(fresh[side]);
    }
    return ST_OK;
}

/* Sorts a row and writes it without duplicates to *at and behind. */
static void put_row(struct graph *g, uint64_t *at, struct u64s *row)
{
    size_t n = base_sort_unique_u64(row->items, row->count);
    for (size_t i = 0; i < n; i++, ++*at) {
        g->label[*at] = (uint32_t)(row->items[i] >> 32);
        g->target[*at] = (uint32_t)row->items[i];
    }
}

/* Gives the rows new labels and states in their places: rows only ever move towards the front. */
static void renumber_rows(struct graph *g, uint32_t states, const uint32_t *label, const uint32_t *fresh)
{
    struct u64s row = {0};
    uint64_t at = 0, from = 0, end = g->first[states];
    for (uint32_t s = 0; s < states; s++) {
        uint64_t to = g->first[s + 1];
        uint32_t number = fresh_of(fresh, s);
        row.count = 0;
        for (uint64_t t = from; number != LTS_NONE && t < to; t++) {
            prefetch_fresh(fresh, g->target, t, end);
            vec_push(&row, (uint64_t)label[g->label[t]] << 32 | fresh_of(fresh, g->target[t]));
        }
        put_row(g, &at, &row);
        if (number != LTS_NONE)
            g->first[number + 1] = at;
        from = to;
    }
    vec_free(&row);
}

bool lts_graph_can_take(const struct lts *l)
{
    return !l->held && !l->must && !l->origin && !l->prop && l->states;
}

void lts_graph_take(struct graph *g, struct lts *l)
{
    const struct lts *const sys[2] = {l, NULL};
    uint32_t *label[2] = {base_mem_zalloc((base_intern_count(l->labels) + (size_t)1) * sizeof *label[0]), NULL};
    *g = (struct graph){.colours = 1};
    number_labels(g, sys, label);
    uint32_t *fresh = number_states(l, false, 0, &g->states);
    g->split = g->states;
    g->root[0] = fresh_of(fresh, l->initial);
    g->first = l->first;
    g->label = l->label;
    g->target = l->target;
    l->first = NULL;
    l->label = l->target = NULL;
    renumber_rows(g, l->states, label[0], fresh);
    if (l->state_names) {
        g->old = base_mem_alloc(g->states * sizeof *g->old);
        list_old(g, l, fresh);
    }
    free(label[0]);
    free(fresh);
}

void lts_graph_free(struct graph *g)
{
    free(g->first);
    free(g->label);
    free(g->target);
    free(g->must);
    free(g->via);
    free(g->colour);
    free(g->valuation);
    free(g->prop_name);
    free(g->old);
    free(g->name);
    *g = (struct graph){0};
}

void lts_graph_sort_rows(struct graph *g)
{
    struct u64s row = {0};
    uint64_t at = 0, begin = 0;
    for (uint32_t s = 0; s < g->states; s++) {
        row.count = 0;
        for (uint64_t t = begin; t < g->first[s + 1]; t++)
            vec_push(&row, (uint64_t)g->label[t] << 32 | g->target[t]);
        begin = g->first[s + 1];
        put_row(g, &at, &row);
        g->first[s + 1] = at;
    }
    vec_free(&row);
}
