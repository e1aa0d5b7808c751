/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Refinement in rounds by signatures, the approximations of R. Milner, "Communication and Concurrency" (1989), section
 * 10.4, with all rounds at hand afterwards.
 *
 * A round looks only at states that have a move to a state whose class changed in the round before. The largest part of
 * a class keeps the class's number, hence a state's number changes at most log n times, and all rounds together cost
 * O(m log n) signatures of constant size.
 */
#include "runtime/lts/compare/rounds.h"
#include "runtime/base/sorted.h"
#include "runtime/lts/permutation.h"

enum { BYTES_PER_SET = sizeof(struct trie_node) + 2 * sizeof(uint32_t) }; /* with its places in the table */

static void add_part(struct rounds *r, uint32_t parent, uint32_t begin, uint32_t end)
{
    struct part p = {parent, r->round + 1, begin, end};
    for (uint32_t i = begin; i < end; i++)
        r->class_of[r->elems[i]] = (uint32_t)r->parts.count;
    vec_push(&r->parts, p);
}

/* Round 0: one class for each valuation. */
static void colour_classes(struct rounds *r)
{
    const struct graph *q = r->q;
    uint32_t *first = base_list_by_key(q->colour, q->states, q->colours, r->elems);
    for (uint32_t i = 0; i < q->states; i++)
        r->loc[r->elems[i]] = i;
    struct part all = {0, 0, 0, first[1]};
    vec_push(&r->parts, all);
    for (uint32_t k = 1; k < q->colours; k++)
        if (first[k + 1] > first[k])
            add_part(r, 0, first[k], first[k + 1]);
    free(first);
}

/* A class of one has nothing to split. */
static void make_dirty(struct rounds *r, uint32_t s)
{
    const struct part *k = &r->parts.items[r->class_of[s]];
    if (r->is_dirty[s] || k->end - k->begin == 1 || !rounds_counts(r, s))
        return;
    r->is_dirty[s] = true;
    vec_push(&r->dirty, s);
}

/* Tables double: as many nodes as fill the last that is allowed. */
static uint32_t most_sets(uint64_t bytes)
{
    uint32_t n = 1 << 12;
    while (n < (uint32_t)1 << 30 && n * (uint64_t)2 * BYTES_PER_SET <= bytes)
        n *= 2;
    return n;
}

static void init_closed(struct rounds *r)
{
    const size_t n = r->q->states;
    r->rank = base_mem_alloc(n * sizeof *r->rank);
    r->of_rank = base_mem_alloc(n * sizeof *r->of_rank);
    lts_graph_components(r->q, NULL, false, r->rank, NULL);
    for (uint32_t s = 0; s < n; s++)
        r->of_rank[r->rank[s]] = s;
    r->waits = base_mem_zalloc((n / 64 + 1) * sizeof *r->waits);
    r->reach = r->kind == ROUNDS_WEAK ? base_mem_zalloc(n * sizeof *r->reach) : NULL;
    r->last = base_mem_zalloc(n * sizeof *r->last);
    struct signed_in none = {0};
    vec_push(&r->history, none);
    compare_tries_init(&r->sets, most_sets(r->most_bytes));
}

void compare_rounds_init(struct rounds *r, const struct graph *q, const bool *loops, enum rounds_kind kind,
                         const uint32_t *level, uint32_t depth, const struct lts_control *c)
{
    const size_t n = q->states;
    *r = (struct rounds){.q = q, .kind = kind, .level = level, .depth = depth, .known = base_intern_new()};
    r->control = c;
    r->most_bytes = c && c->max_memory ? c->max_memory / 2 : ROUNDS_BYTES;
    r->loops = kind == ROUNDS_STRONG ? NULL : loops;
    r->class_of = base_mem_zalloc(n * sizeof *r->class_of);
    r->elems = base_mem_alloc(n * sizeof *r->elems);
    r->loc = base_mem_alloc(n * sizeof *r->loc);
    r->sig = base_mem_zalloc(n * sizeof *r->sig);
    r->is_dirty = base_mem_zalloc(n);
    lts_reverse_make(&r->in, q, false);
    base_intern_add(r->known, "-", 1); /* number 0: not signed yet */
    if (kind != ROUNDS_STRONG)
        init_closed(r);
    colour_classes(r);
    r->round = 1;
    for (uint32_t s = 0; kind == ROUNDS_STRONG && s < q->states; s++)
        make_dirty(r, s);
    for (uint32_t s = 0; kind != ROUNDS_STRONG && s < q->states; s++)
        vec_push(&r->changed, s);
}

void compare_rounds_free(struct rounds *r)
{
    free(r->class_of);
    free(r->elems);
    free(r->loc);
    free(r->sig);
    free(r->is_dirty);
    base_intern_free(r->known);
    lts_reverse_free(&r->in);
    vec_free(&r->parts);
    vec_free(&r->dirty);
    vec_free(&r->changed);
    vec_free(&r->touched);
    vec_free(&r->marked);
    vec_free(&r->words);
    vec_free(&r->order);
    vec_free(&r->cut);
    free(r->rank);
    free(r->of_rank);
    free(r->waits);
    free(r->reach);
    free(r->last);
    if (r->sets.slot)
        compare_tries_free(&r->sets);
    vec_free(&r->history);
    base_map64_free(&r->pair_of);
    vec_free(&r->pairs);
    vec_free(&r->own);
}

/* ---- splitting --------------------------------------------------------------------------------------------------- */

/* Brings the dirty states of each class to its front; marked[] counts them, by class. */
static void mark_dirty(struct rounds *r)
{
    r->touched.count = 0;
    while (r->marked.count < r->parts.count)
        vec_push(&r->marked, 0);
    for (size_t i = 0; i < r->dirty.count; i++) {
        uint32_t s = r->dirty.items[i], k = r->class_of[s];
        if (!r->marked.items[k])
            vec_push(&r->touched, k);
        permutation_put(r->elems, r->loc, s, r->parts.items[k].begin + r->marked.items[k]++);
    }
}

/* Where the groups of equal signatures begin among the members of class k, and its end, into r->cut. The first `dirty`
 * members are those with new signatures; the others have one and the same, and those that have it too come last. */
static void group_members(struct rounds *r, uint32_t k, uint32_t dirty)
{
    uint32_t begin = r->parts.items[k].begin, end = r->parts.items[k].end;
    bool clean = begin + dirty < end;
    uint32_t old = clean ? r->sig[r->elems[begin + dirty]] : 0;
    r->order.count = r->cut.count = 0;
    for (uint32_t i = begin; i < begin + dirty; i++) {
        uint32_t s = r->elems[i], sig = clean && r->sig[s] == old ? UINT32_MAX : r->sig[s];
        vec_push(&r->order, (uint64_t)sig << 32 | s);
    }
    const uint64_t *order = r->order.items;
    base_sort_u64(r->order.items, dirty);
    for (uint32_t i = 0; i < dirty; i++) {
        r->elems[begin + i] = (uint32_t)order[i];
        r->loc[(uint32_t)order[i]] = begin + i;
        if (!i || order[i] >> 32 != order[i - 1] >> 32)
            vec_push(&r->cut, begin + i);
    }
    if (clean && order[dirty - 1] >> 32 != UINT32_MAX)
        vec_push(&r->cut, begin + dirty);
    vec_push(&r->cut, end);
}

static void split(struct rounds *r, uint32_t k, uint32_t dirty)
{
    size_t largest = 0;
    group_members(r, k, dirty);
    const uint32_t *cut = r->cut.items;
    for (size_t g = 1; g + 1 < r->cut.count; g++)
        if (cut[g + 1] - cut[g] > cut[largest + 1] - cut[largest])
            largest = g;
    for (size_t g = 0; g + 1 < r->cut.count; g++) {
        if (g == largest)
            continue;
        add_part(r, k, cut[g], cut[g + 1]);
        for (uint32_t i = cut[g]; i < cut[g + 1]; i++)
            vec_push(&r->changed, r->elems[i]);
    }
    r->parts.items[k].begin = cut[largest];
    r->parts.items[k].end = cut[largest + 1];
}

/* What the next round has to look at. */
static void find_dirty(struct rounds *r)
{
    for (size_t i = 0; i < r->dirty.count; i++)
        r->is_dirty[r->dirty.items[i]] = false;
    r->dirty.count = 0;
    for (size_t i = 0; r->kind == ROUNDS_STRONG && i < r->changed.count; i++) {
        uint32_t s = r->changed.items[i];
        for (uint64_t t = r->in.first[s]; t < r->in.first[s + 1]; t++)
            make_dirty(r, r->in.source[t]);
    }
}

static void add_round(struct rounds *r)
{
    compare_rounds_sign(r);
    mark_dirty(r);
    r->changed.count = 0;
    for (size_t i = 0; i < r->touched.count; i++) {
        uint32_t k = r->touched.items[i], dirty = r->marked.items[k];
        r->marked.items[k] = 0;
        split(r, k, dirty);
    }
    r->round++;
    find_dirty(r);
}

enum status compare_rounds_separate(struct rounds *r, uint32_t a, uint32_t b, bool *apart, struct diag *d)
{
    *apart = false;
    while (r->class_of[a] == r->class_of[b] && (r->dirty.count || (r->kind != ROUNDS_STRONG && r->changed.count))) {
        if (control_stops(r->control))
            return lts_control_stopped(d);
        add_round(r);
        if (r->stopped)
            return lts_control_stopped(d);
        if (r->sets.full)
            return ST_OK;
    }
    *apart = r->class_of[a] != r->class_of[b];
    return ST_OK;
}

/* ---- questions --------------------------------------------------------------------------------------------------- */

uint32_t compare_rounds_apart(const struct rounds *r, uint32_t a, uint32_t b)
{
    uint32_t x = r->class_of[a], y = r->class_of[b], born = 0;
    while (x != y) {
        const struct part *p = &r->parts.items[x], *q = &r->parts.items[y];
        if (p->born >= q->born) {
            born = p->born;
            x = p->parent;
        } else {
            born = q->born;
            y = q->parent;
        }
    }
    return born - 1; /* never apart: UINT32_MAX */
}

uint32_t compare_rounds_class(const struct rounds *r, uint32_t s, uint32_t round)
{
    uint32_t x = r->class_of[s];
    while (r->parts.items[x].born > round + 1)
        x = r->parts.items[x].parent;
    return x;
}
