/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state store: vectors folded into trees of pairs.
 *
 * A vector of n words, filled up with zeros to m = max(n, 4), is a binary tree in heap order: node 1 is the root, node k has
 * the children 2k and 2k + 1, and node i of level l (k = 2^l + i) covers the words from i*m/2^l up to (i+1)*m/2^l, so that
 * sizes within a level differ by at most 1. A node that covers one word is that word; any other is the number of the pair of
 * its children in `inner`, the root in `roots`. The length enters in place of node 4, as the pair (n, node 4): deep enough
 * that few of these are distinct, and at a fixed place that reading can start from.
 */
#include "runtime/avm/store.h"

#include <stdlib.h>

#include "runtime/avm/store_table.h"

/* What follows from the length of a vector alone. */
struct store_shape {
    uint32_t n, m;
    uint32_t full;      /* 2^(d-1): all nodes before this one are pairs, the words stand on levels d-1 and d */
    uint32_t size;      /* of the heap: 2^(d+1) */
    uint32_t deep_count;
    uint32_t *deep;     /* the nodes of level d-1 that are pairs, ascending */
    uint32_t leaf[];    /* of each of the m words: its node */
};

struct store {
    struct table roots, inner;
    struct arena *arena;
    struct VEC(struct store_shape *) shapes; /* by length */
    uint32_t *preds; /* pred + 1 */
    size_t preds_size;
    struct store_cursor work; /* for whole vectors */
};

/* ---- shapes --------------------------------------------------------------------------------------------------------*/

static struct store_shape *shape_new(struct store *s, uint32_t n)
{
    uint32_t m = n < 4 ? 4 : n, depth = 2;
    while (UINT64_C(1) << depth < m)
        depth++;
    struct store_shape *h = arena_zalloc(s->arena, sizeof *h + m * sizeof *h->leaf);
    h->n = n;
    h->m = m;
    h->full = 1u << (depth - 1);
    h->size = 4 * h->full;
    h->deep = ARENA_ARRAY(s->arena, uint32_t, m - h->full);
    for (uint32_t i = 0; i < h->full; i++) {
        uint32_t from = (uint32_t)((uint64_t)i * m / h->full), to = (uint32_t)((uint64_t)(i + 1) * m / h->full);
        uint32_t k = h->full + i;
        if (to - from == 1) {
            h->leaf[from] = k;
        } else {
            h->leaf[from] = 2 * k;
            h->leaf[from + 1] = 2 * k + 1;
            h->deep[h->deep_count++] = k;
        }
    }
    return h;
}

static const struct store_shape *shape_of(struct store *s, uint32_t n)
{
    if (n >= s->shapes.count) {
        size_t old = s->shapes.count;
        vec_reserve(&s->shapes, n + 1);
        memset(s->shapes.items + old, 0, (n + 1 - old) * sizeof *s->shapes.items);
        s->shapes.count = n + 1;
    }
    if (!s->shapes.items[n])
        s->shapes.items[n] = shape_new(s, n);
    return s->shapes.items[n];
}

/* Gives the cursor room for a shape. */
static void cursor_shape(struct store_cursor *c, const struct store_shape *h)
{
    c->shape = h;
    c->n = h->n;
    if (c->capacity < h->size) {
        store_close(c);
        c->capacity = h->size;
        c->tree = mem_zalloc(h->size * sizeof *c->tree);
        c->dirty = mem_zalloc((h->size + 63) / 64 * sizeof *c->dirty);
        c->undo = mem_alloc(2 * h->size * sizeof *c->undo);
        c->own_words = mem_zalloc(h->size * sizeof *c->own_words);
        c->shape = h;
        c->n = h->n;
    }
    c->words = c->own_words;
}

void store_close(struct store_cursor *c)
{
    free(c->tree);
    free(c->dirty);
    free(c->undo);
    free(c->own_words);
    memset(c, 0, sizeof *c);
}

/* ---- the store -----------------------------------------------------------------------------------------------------*/

struct store *store_new(void)
{
    struct store *s = mem_zalloc(sizeof *s);
    s->arena = arena_new();
    table_init(&s->roots);
    table_init(&s->inner);
    return s;
}

void store_free(struct store *s)
{
    if (!s)
        return;
    store_close(&s->work);
    table_free(&s->roots);
    table_free(&s->inner);
    pages_free(s->preds, s->preds_size);
    vec_free(&s->shapes);
    arena_free(s->arena);
    free(s);
}

void store_limit(struct store *s, uint32_t pairs)
{
    table_limit(&s->roots, pairs);
    table_limit(&s->inner, pairs);
}

uint32_t store_count(const struct store *s)
{
    return s->roots.count;
}

size_t store_bytes(const struct store *s)
{
    return s->roots.pairs_size + s->roots.slots_size + s->inner.pairs_size + s->inner.slots_size + s->preds_size;
}

size_t store_payload_bytes(const struct store *s)
{
    return 8 * ((size_t)s->roots.count + s->inner.count) + (s->preds ? 4 * (size_t)s->roots.count : 0);
}

void store_set_pred(struct store *s, uint32_t state, uint32_t pred)
{
    size_t wanted = ((size_t)state + 1) * sizeof *s->preds;
    if (wanted > s->preds_size) {
        size_t size = wanted + wanted / 8;
        size = (size + 65535) / 65536 * 65536;
        s->preds = pages_resize(s->preds, s->preds_size, size);
        s->preds_size = size;
    }
    s->preds[state] = pred + 1;
}

uint32_t store_pred(const struct store *s, uint32_t state)
{
    return state < s->preds_size / sizeof *s->preds ? s->preds[state] - 1 : UINT32_MAX;
}

/* ---- folding -------------------------------------------------------------------------------------------------------*/

static inline uint32_t inner_add(struct store *s, uint32_t a, uint32_t b)
{
    uint64_t pair = pair_of(a, b);
    bool is_new;
    return table_add(&s->inner, pair, pair_hash(pair), &is_new);
}

static inline struct store_root root_of(struct store *s, uint32_t a, uint32_t b)
{
    struct store_root r = {pair_of(a, b), 0, a == TABLE_FULL || b == TABLE_FULL};
    r.hash = pair_hash(r.pair);
    table_prefetch(&s->roots, r.hash);
    return r;
}

static const struct store_root root_full = {0, 0, true};

struct store_root store_fold(struct store *s, const uint32_t *words, uint32_t n)
{
    if (n > STORE_MAX_WORDS)
        return root_full;
    const struct store_shape *h = shape_of(s, n);
    cursor_shape(&s->work, h);
    uint32_t *tree = s->work.tree;
    for (uint32_t i = 0; i < h->m; i++)
        tree[h->leaf[i]] = i < n ? words[i] : 0;
    for (uint32_t i = h->deep_count; i-- > 0;) {
        uint32_t k = h->deep[i];
        if (k > 3 && (tree[k] = inner_add(s, tree[2 * k], tree[2 * k + 1])) == TABLE_FULL)
            return root_full;
    }
    for (uint32_t k = h->full - 1; k > 3; k--)
        if ((tree[k] = inner_add(s, tree[2 * k], tree[2 * k + 1])) == TABLE_FULL)
            return root_full;
    uint32_t head = inner_add(s, n, tree[4]);
    uint32_t left = head == TABLE_FULL ? head : inner_add(s, head, tree[5]);
    uint32_t right = left == TABLE_FULL ? left : inner_add(s, tree[6], tree[7]);
    return root_of(s, left, right);
}

uint32_t store_insert(struct store *s, struct store_root root, bool *is_new)
{
    *is_new = false;
    return root.full ? STORE_FULL : table_add(&s->roots, root.pair, root.hash, is_new);
}

uint32_t store_add(struct store *s, const uint32_t *words, uint32_t n, bool *is_new)
{
    return store_insert(s, store_fold(s, words, n), is_new);
}

/* ---- unfolding -----------------------------------------------------------------------------------------------------*/

static inline void unfold(const struct store *s, uint32_t *tree, uint32_t k)
{
    uint64_t pair = s->inner.pairs[tree[k]];
    tree[2 * k] = (uint32_t)(pair >> 32);
    tree[2 * k + 1] = (uint32_t)pair;
}

/* The pair (n, node 4) of a state. */
static uint32_t head_of(const struct store *s, uint32_t state)
{
    return (uint32_t)(s->inner.pairs[s->roots.pairs[state] >> 32] >> 32);
}

uint32_t store_length(const struct store *s, uint32_t state)
{
    return (uint32_t)(s->inner.pairs[head_of(s, state)] >> 32);
}

void store_open(struct store *s, uint32_t state, struct store_cursor *c)
{
    uint64_t root = s->roots.pairs[state];
    uint32_t head = head_of(s, state);
    const struct store_shape *h = shape_of(s, (uint32_t)(s->inner.pairs[head] >> 32));
    cursor_shape(c, h);
    uint32_t *tree = c->tree;
    c->head = head;
    tree[2] = (uint32_t)(root >> 32);
    tree[3] = (uint32_t)root;
    tree[4] = (uint32_t)s->inner.pairs[head];
    tree[5] = (uint32_t)s->inner.pairs[tree[2]];
    unfold(s, tree, 3);
    for (uint32_t k = 4; k < h->full; k++)
        unfold(s, tree, k);
    for (uint32_t i = 0; i < h->deep_count; i++)
        if (h->deep[i] > 3)
            unfold(s, tree, h->deep[i]);
    for (uint32_t i = 0; i < h->n; i++)
        c->own_words[i] = tree[h->leaf[i]];
}

/* The words below node k, which covers words [from, to) at level `level` of a vector of m; words past n are filling. */
static void read_below(const struct store *s, uint32_t node, uint32_t i, uint32_t level, uint32_t m, uint32_t n, uint32_t *words)
{
    uint32_t from = (uint32_t)((uint64_t)i * m >> level), to = (uint32_t)((uint64_t)(i + 1) * m >> level);
    if (to - from > 1) {
        uint64_t pair = s->inner.pairs[node];
        read_below(s, (uint32_t)(pair >> 32), 2 * i, level + 1, m, n, words);
        read_below(s, (uint32_t)pair, 2 * i + 1, level + 1, m, n, words);
    } else if (from < n) {
        words[from] = node;
    }
}

void store_get(const struct store *s, uint32_t state, uint32_t *words, uint32_t *n)
{
    uint64_t root = s->roots.pairs[state], left = s->inner.pairs[root >> 32], head = s->inner.pairs[left >> 32];
    *n = (uint32_t)(head >> 32);
    uint32_t m = *n < 4 ? 4 : *n;
    read_below(s, (uint32_t)head, 0, 2, m, *n, words);
    read_below(s, (uint32_t)left, 1, 2, m, *n, words);
    read_below(s, (uint32_t)root, 1, 1, m, *n, words);
}

/* ---- successors ----------------------------------------------------------------------------------------------------*/

/* Sets node k of the opened tree, noting what it was. */
static inline uint32_t set_node(struct store_cursor *c, uint32_t k, uint32_t value, uint32_t undo)
{
    c->undo[undo] = k;
    c->undo[undo + 1] = c->tree[k];
    c->tree[k] = value;
    return undo + 2;
}

static inline void take_back(struct store_cursor *c, uint32_t undo)
{
    while (undo) {
        undo -= 2;
        c->tree[c->undo[undo]] = c->undo[undo + 1];
    }
}

/* The pair of node k's children as they are now. `*head` follows node 4. */
static inline uint32_t fold_node(struct store *s, const struct store_cursor *c, uint32_t k, uint32_t *head)
{
    if (__builtin_expect(k == 2, 0))
        return inner_add(s, *head, c->tree[5]);
    uint32_t id = inner_add(s, c->tree[2 * k], c->tree[2 * k + 1]);
    return id;
}

/* Up to 32 words: the nodes to be folded again are bits of one word. The highest first: children come before parents. */
static struct store_root fold_small(struct store *s, struct store_cursor *c, uint64_t dirty, uint32_t undo)
{
    uint32_t head = c->head;
    struct store_root root = root_full;
    while (dirty > 15) {
        uint32_t k = 63 - (uint32_t)__builtin_clzll(dirty), parent = k / 2;
        if (dirty & 1 << 4 && k < 6 && (head = inner_add(s, c->n, c->tree[4])) == TABLE_FULL)
            goto out;
        dirty &= ~(UINT64_C(3) << (k & ~1u));
        uint32_t id = fold_node(s, c, parent, &head);
        if (id == TABLE_FULL)
            goto out;
        if (id != c->tree[parent]) {
            undo = set_node(c, parent, id, undo);
            dirty |= UINT64_C(1) << parent;
        }
    }
    root = root_of(s, c->tree[2], c->tree[3]);
out:
    take_back(c, undo);
    return root;
}

/* Any length: the same over c->dirty, from its word `top` downwards; it is all zero again at the end. */
static struct store_root fold_large(struct store *s, struct store_cursor *c, uint32_t top, uint32_t undo)
{
    uint32_t head = c->head;
    for (uint32_t w = top; w > 0; w--) {
        while (c->dirty[w]) {
            uint32_t k = 64 * w + 63 - (uint32_t)__builtin_clzll(c->dirty[w]), parent = k / 2;
            c->dirty[w] &= ~(UINT64_C(3) << (k & 62));
            uint32_t id = fold_node(s, c, parent, &head);
            if (id == TABLE_FULL) {
                memset(c->dirty, 0, (w + 1) * sizeof *c->dirty);
                take_back(c, undo);
                return root_full;
            }
            if (id != c->tree[parent]) {
                undo = set_node(c, parent, id, undo);
                c->dirty[parent / 64] |= UINT64_C(1) << parent % 64;
            }
        }
    }
    uint64_t dirty = c->dirty[0];
    c->dirty[0] = 0;
    return fold_small(s, c, dirty, undo);
}

struct store_root store_fold_changed(struct store *s, struct store_cursor *c, const uint32_t *words, const uint32_t *changed,
                                     uint32_t count)
{
    const struct store_shape *h = c->shape;
    uint32_t undo = 0, top = 0;
    uint64_t dirty = 0;
    bool small = h->size <= 64;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = h->leaf[changed[i]], word = words[changed[i]];
        if (c->tree[k] == word)
            continue;
        undo = set_node(c, k, word, undo);
        if (small) {
            dirty |= UINT64_C(1) << k;
        } else {
            c->dirty[k / 64] |= UINT64_C(1) << k % 64;
            top = k / 64 > top ? k / 64 : top;
        }
    }
    return small ? fold_small(s, c, dirty, undo) : fold_large(s, c, top, undo);
}

struct store_root store_fold_near(struct store *s, struct store_cursor *c, const uint32_t *words, uint32_t n)
{
    if (n != c->n)
        return store_fold(s, words, n);
    const struct store_shape *h = c->shape;
    uint32_t undo = 0, top = 0;
    uint64_t dirty = 0;
    bool small = h->size <= 64;
    for (uint32_t i = 0; i < n; i++) {
        if (__builtin_expect(c->own_words[i] == words[i], 1))
            continue;
        uint32_t k = h->leaf[i];
        undo = set_node(c, k, words[i], undo);
        if (small) {
            dirty |= UINT64_C(1) << k;
        } else {
            c->dirty[k / 64] |= UINT64_C(1) << k % 64;
            top = k / 64 > top ? k / 64 : top;
        }
    }
    return small ? fold_small(s, c, dirty, undo) : fold_large(s, c, top, undo);
}
