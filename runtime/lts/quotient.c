/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes the finished system of a class graph. Labels are interned in the order of their names and states numbered
 * breadth first, so that lts_reachable of the result is the result itself.
 */
#include "runtime/lts/quotient.h"
#include "runtime/lts/rows.h"

#include <stdlib.h>

uint64_t lts_graph_find(const struct graph *q, uint32_t from, uint32_t label, uint32_t to)
{
    uint64_t low = q->first[from], high = q->first[from + 1], key = (uint64_t)label << 32 | to;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (((uint64_t)q->label[middle] << 32 | q->target[middle]) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < q->first[from + 1] && q->label[low] == label && q->target[low] == to ? low : UINT64_MAX;
}

/* Both kinds of tau are tau in the result, so they are one when it comes to order. */
static uint32_t shown_label(uint32_t label)
{
    return label == GRAPH_SHOWN ? GRAPH_SILENT : label;
}

struct candidate {
    uint32_t label, state;
    uint64_t rank;
};

static int candidate_order(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->label != y->label)
        return x->label < y->label ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Most rows are short. */
static void sort_candidates(struct candidate *row, size_t n)
{
    enum { FEW = 16 };
    if (n > FEW)
        qsort(row, n, sizeof *row, candidate_order);
    for (size_t i = 1; i < n && n <= FEW; i++) {
        struct candidate c = row[i];
        size_t j = i;
        for (; j && candidate_order(&row[j - 1], &c) > 0; j--)
            row[j] = row[j - 1];
        row[j] = c;
    }
}

/* order[] lists the reachable states breadth first; number[] is the inverse (LTS_NONE: not reachable). */
static uint32_t breadth_first(const struct graph *q, const uint64_t *rank, uint32_t *order, uint32_t *number)
{
    struct VEC(struct candidate) row = {0};
    uint32_t found = 0;
    memset(number, 0xff, q->states * sizeof *number);
    order[found] = q->root[0];
    number[q->root[0]] = found++;
    for (uint32_t i = 0; i < found; i++) {
        uint32_t s = order[i];
        row.count = 0;
        for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++)
            if (number[q->target[t]] == LTS_NONE) {
                uint32_t to = q->target[t];
                struct candidate c = {shown_label(q->label[t]), to, rank ? rank[to] : q->old[to]};
                vec_push(&row, c);
            }
        sort_candidates(row.items, row.count);
        for (size_t j = 0; j < row.count; j++)
            if (number[row.items[j].state] == LTS_NONE) {
                order[found] = row.items[j].state;
                number[row.items[j].state] = found++;
            }
    }
    vec_free(&row);
    return found;
}

/* Interns the labels that occur, in the order of their names; ids[label] is the id. */
static void intern_labels(struct lts *r, const struct graph *q, const uint32_t *order, uint32_t states, uint32_t *ids)
{
    bool *used = base_mem_zalloc(q->labels * sizeof *used);
    for (uint32_t i = 0; i < states; i++)
        for (uint64_t t = q->first[order[i]]; t < q->first[order[i] + 1]; t++)
            used[q->label[t]] = true;
    r->labels = base_intern_new();
    ids[GRAPH_SILENT] = ids[GRAPH_SHOWN] = base_intern_add(r->labels, "i", 1);
    for (uint32_t l = 2; l < q->labels; l++)
        if (used[l])
            ids[l] = base_intern_add(r->labels, q->name[l], strlen(q->name[l]));
    free(used);
}

/* Transitions of q that have no origin yet stand for silent steps with a visible one at the end: they get the origin of
 * one with that label that leads to the same class. */
static void find_distant_origins(const struct lts *l, const struct graph *g, const uint32_t *class_of,
                                 const struct graph *q, uint32_t *origin)
{
    struct map64 known = {0};
    for (uint64_t t = 0, m = graph_transitions(g); t < m; t++) {
        uint32_t found, to = class_of[g->target[t]], from = l->origin[g->via[t]];
        uint64_t key = (uint64_t)g->label[t] << 32 | to;
        if (to != LTS_NONE && from != UINT32_MAX && !base_map64_get(&known, key, &found))
            base_map64_put(&known, key, from);
    }
    for (uint64_t t = 0, m = graph_transitions(q); t < m; t++)
        if (origin[t] == UINT32_MAX)
            base_map64_get(&known, (uint64_t)q->label[t] << 32 | q->target[t], &origin[t]);
    base_map64_free(&known);
}

/* The origin of each transition of q: that of the first transition of l that it stands for. */
static uint32_t *find_origins(const struct lts *l, const struct graph *g, const uint32_t *class_of,
                              const struct graph *q)
{
    uint64_t m = graph_transitions(q), missing = m;
    uint32_t *origin = base_mem_alloc((m + 1) * sizeof *origin);
    memset(origin, 0xff, (m + 1) * sizeof *origin);
    for (uint32_t s = 0; s < g->states; s++)
        for (uint64_t t = g->first[s]; t < g->first[s + 1]; t++) {
            if (class_of[s] == LTS_NONE || class_of[g->target[t]] == LTS_NONE)
                continue;
            uint64_t at = lts_graph_find(q, class_of[s], g->label[t], class_of[g->target[t]]);
            if (at != UINT64_MAX && origin[at] == UINT32_MAX) {
                origin[at] = l->origin[g->via[t]];
                missing -= origin[at] != UINT32_MAX;
            }
        }
    if (missing)
        find_distant_origins(l, g, class_of, q, origin);
    return origin;
}

/* Labels and targets of the result's rows, one array after the other; with `taken`, what is copied is freed. */
static void copy_rows(struct lts *r, const struct graph *q, struct graph *taken, const uint32_t *order,
                      const uint32_t *number)
{
    uint32_t *ids = base_mem_zalloc(q->labels * sizeof *ids);
    intern_labels(r, q, order, r->states, ids);
    uint64_t at = 0, n = r->first[r->states];
    r->label = base_mem_alloc((n + 1) * sizeof *r->label);
    for (uint32_t i = 0; i < r->states; i++)
        for (uint64_t t = q->first[order[i]]; t < q->first[order[i] + 1]; t++)
            r->label[at++] = ids[q->label[t]];
    if (taken) {
        free(taken->label);
        taken->label = NULL;
    }
    r->target = base_mem_alloc((n + 1) * sizeof *r->target);
    at = 0;
    for (uint32_t i = 0; i < r->states; i++)
        for (uint64_t t = q->first[order[i]]; t < q->first[order[i] + 1]; t++)
            r->target[at++] = number[q->target[t]];
    if (taken) {
        free(taken->target);
        free(taken->first);
        taken->target = NULL;
        taken->first = NULL;
    }
    free(ids);
}

static struct lts *build(const struct lts *l, const struct graph *g, const uint32_t *class_of, const struct graph *q,
                         struct graph *taken, bool minimal, uint32_t **map)
{
    uint64_t *rank = minimal ? base_mem_alloc(q->states * sizeof *rank) : NULL;
    if (minimal)
        lts_reduce_ranks(q, rank);
    uint32_t *order = base_mem_alloc(q->states * sizeof *order), *number = base_mem_alloc(q->states * sizeof *number);
    uint32_t states = breadth_first(q, rank, order, number);
    free(rank);
    struct lts *r = lts_rows_new(states, 0);
    for (uint32_t i = 0; i < states; i++)
        r->first[i + 1] = r->first[i] + (q->first[order[i] + 1] - q->first[order[i]]);
    uint64_t n = r->first[states], at = 0;
    if (l->must)
        r->must = bits_new(n);
    if (l->origin) {
        uint32_t *origin = find_origins(l, g, class_of, q);
        r->origin = base_mem_alloc((n + 1) * sizeof *r->origin);
        for (uint32_t i = 0; i < states; i++)
            for (uint64_t t = q->first[order[i]]; t < q->first[order[i] + 1]; t++)
                r->origin[at++] = origin[t];
        free(origin);
    }
    at = 0;
    for (uint32_t i = 0; l->must && i < states; i++)
        for (uint64_t t = q->first[order[i]]; t < q->first[order[i] + 1]; t++)
            bit_set(r->must, at++, graph_must(q, t));
    copy_rows(r, q, taken, order, number);
    for (uint32_t i = 0; (l->prop || l->state_names) && i < states; i++)
        order[i] = g->old[q->old[order[i]]];
    lts_rows_copy_states(r, l, order);
    if (map) {
        *map = base_mem_alloc((l->states + (size_t)1) * sizeof **map);
        memset(*map, 0xff, l->states * sizeof **map);
        for (uint32_t s = 0; s < g->states; s++)
            if (class_of[s] != LTS_NONE)
                (*map)[g->old[s]] = number[class_of[s]];
    }
    free(order);
    free(number);
    lts_rows_sort(r);
    return r;
}

struct lts *lts_reduce_build(const struct lts *l, const struct graph *g, const uint32_t *class_of,
                             const struct graph *q, bool minimal, uint32_t **map)
{
    return build(l, g, class_of, q, NULL, minimal, map);
}

struct lts *lts_reduce_build_taking(const struct lts *l, const struct graph *g, const uint32_t *class_of,
                                    struct graph *q, uint32_t **map)
{
    return build(l, g, class_of, q, q, true, map);
}
