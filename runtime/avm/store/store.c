/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state store: vectors folded into trees of pairs.
 *
 * A vector of n words, filled up with zeros to m = max(n, 4), is a binary tree in heap order: node 1 is the root, node
 * k has the children 2k and 2k + 1, and node i of level l (k = 2^l + i) covers the words from i*m/2^l up to
 * (i+1)*m/2^l, so that sizes within a level differ by at most 1. A node that covers one word is that word; any other
 * is the number of the pair of its children in `inner`, the root in `roots`. The length enters in place of node 4, as
 * the pair (n, node 4): deep enough that few of these are distinct, and at a fixed place that reading can start from.
 *
 * Replacing one word changes a quarter of the vector (nodes 4 to 7). Few quarters are distinct, so what comes of
 * replacing a word in one is remembered in a small table that forgets by overwriting; then only the pairs above are
 * looked up.
 */
#include "store.h"

#include <stdlib.h>

#include "store_table.h"

/* What follows from the length of a vector alone. */
struct store_shape {
    uint32_t n, m;
    uint32_t full; /* 2^(d-1): all nodes before this one are pairs, the words stand on levels d-1 and d */
    uint32_t size; /* of the heap: 2^(d+1) */
    uint32_t deep_count;
    uint32_t *deep; /* the nodes of level d-1 that are pairs, ascending */
    /* How a cursor is filled: its tree has the pairs by node, and the words in their order from `size` on. */
    uint32_t quarter_at[4]; /* nodes 4 to 7 */
    uint32_t unfolding_count;
    struct unfolding { /* of a pair below them, parents first: where it and its children stand */
        uint32_t pair, left, right;
    } * unfoldings;
    struct leaf {
        uint32_t node;
        uint8_t depth, quarter; /* it lies `depth` levels below node 4 + quarter */
    } leaf[];                   /* by word, m of them */
};

struct store {
    struct table roots, inner;
    struct arena *arena;
    struct VEC(struct store_shape *) shapes; /* by length */
    uint32_t *preds;                         /* pred + 1 */
    size_t preds_size;
    struct store_cursor work; /* for whole vectors */
    struct memo *memo;
};

/* A quarter in which a word was replaced, and what became of it. */
enum { MEMO_BITS = 15, MEMO_LONGEST = 1 << 10, NOWHERE = UINT32_MAX };
struct memo {
    uint64_t quarter_word; /* the quarter before, and the new word */
    uint32_t place;        /* node of the word and length of the vector; 0 is no node of a word */
    uint32_t quarter;      /* the quarter after */
};

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

static struct leaf leaf_at(uint32_t node)
{
    uint8_t depth = (uint8_t)(29 - __builtin_clz(node));
    return (struct leaf){node, depth, (uint8_t)((node >> depth) - 4)};
}

static void plan_unfolding(struct store *s, struct store_shape *h)
{
    uint32_t *at = base_mem_alloc(h->size * sizeof *at);
    for (uint32_t k = 0; k < h->size; k++)
        at[k] = k;
    for (uint32_t i = 0; i < h->m; i++)
        at[h->leaf[i].node] = h->size + i;
    memcpy(h->quarter_at, at + 4, sizeof h->quarter_at);
    h->unfoldings = ARENA_ARRAY(s->arena, struct unfolding, h->full + h->deep_count);
    for (uint32_t k = 4; k < h->full; k++)
        h->unfoldings[h->unfolding_count++] = (struct unfolding){k, at[2 * k], at[2 * k + 1]};
    for (uint32_t i = 0; i < h->deep_count; i++) {
        uint32_t k = h->deep[i];
        if (k > 3)
            h->unfoldings[h->unfolding_count++] = (struct unfolding){k, at[2 * k], at[2 * k + 1]};
    }
    free(at);
}

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
            h->leaf[from] = leaf_at(k);
        } else {
            h->leaf[from] = leaf_at(2 * k);
            h->leaf[from + 1] = leaf_at(2 * k + 1);
            h->deep[h->deep_count++] = k;
        }
    }
    plan_unfolding(s, h);
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
        avm_store_close(c);
        c->capacity = h->size;
        c->tree = base_mem_zalloc(2 * h->size * sizeof *c->tree);
        c->changed = base_mem_alloc((h->size + 2) * sizeof *c->changed);
        c->shape = h;
        c->n = h->n;
    }
    c->words = c->own_words = c->tree + h->size;
}

void avm_store_close(struct store_cursor *c)
{
    free(c->tree);
    free(c->changed);
    memset(c, 0, sizeof *c);
}

/* ---- the store --------------------------------------------------------------------------------------------------- */

struct store *avm_store_new(void)
{
    struct store *s = base_mem_zalloc(sizeof *s);
    s->arena = arena_new();
    avm_table_init(&s->roots);
    avm_table_init(&s->inner);
    s->memo = avm_pages_resize(NULL, 0, sizeof *s->memo << MEMO_BITS);
    return s;
}

void avm_store_free(struct store *s)
{
    if (!s)
        return;
    avm_store_close(&s->work);
    avm_table_free(&s->roots);
    avm_table_free(&s->inner);
    avm_pages_free(s->preds, s->preds_size);
    avm_pages_free(s->memo, sizeof *s->memo << MEMO_BITS);
    vec_free(&s->shapes);
    arena_free(s->arena);
    free(s);
}

void avm_store_limit(struct store *s, uint32_t pairs)
{
    avm_table_limit(&s->roots, pairs);
    avm_table_limit(&s->inner, pairs);
}

uint32_t avm_store_count(const struct store *s)
{
    return s->roots.count;
}

size_t avm_store_bytes(const struct store *s)
{
    return s->roots.pairs_size + s->roots.slots_size + s->inner.pairs_size + s->inner.slots_size + s->preds_size +
           (sizeof *s->memo << MEMO_BITS);
}

size_t avm_store_payload_bytes(const struct store *s)
{
    return 8 * ((size_t)s->roots.count + s->inner.count) + (s->preds ? 4 * (size_t)s->roots.count : 0);
}

void avm_store_set_pred(struct store *s, uint32_t state, uint32_t pred)
{
    size_t wanted = ((size_t)state + 1) * sizeof *s->preds;
    if (wanted > s->preds_size) {
        size_t size = wanted + wanted / 8;
        size = (size + 65535) / 65536 * 65536;
        s->preds = avm_pages_resize(s->preds, s->preds_size, size);
        s->preds_size = size;
    }
    s->preds[state] = pred + 1;
}

uint32_t avm_store_pred(const struct store *s, uint32_t state)
{
    return state < s->preds_size / sizeof *s->preds ? s->preds[state] - 1 : UINT32_MAX;
}

/* ---- folding ----------------------------------------------------------------------------------------------------- */

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

struct store_root avm_store_fold(struct store *s, const uint32_t *words, uint32_t n)
{
    if (n > STORE_MAX_WORDS)
        return root_full;
    const struct store_shape *h = shape_of(s, n);
    cursor_shape(&s->work, h);
    uint32_t *tree = s->work.tree;
    for (uint32_t i = 0; i < h->m; i++)
        tree[h->leaf[i].node] = i < n ? words[i] : 0;
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

uint32_t avm_store_insert(struct store *s, struct store_root root, bool *is_new)
{
    *is_new = false;
    return root.full ? STORE_FULL : table_add(&s->roots, root.pair, root.hash, is_new);
}

uint32_t avm_store_add(struct store *s, const uint32_t *words, uint32_t n, bool *is_new)
{
    return avm_store_insert(s, avm_store_fold(s, words, n), is_new);
}

/* ---- unfolding --------------------------------------------------------------------------------------------------- */

/* The pair (n, node 4) of a state. */
static uint32_t head_of(const struct store *s, uint32_t state)
{
    return (uint32_t)(s->inner.pairs[s->roots.pairs[state] >> 32] >> 32);
}

uint32_t avm_store_length(const struct store *s, uint32_t state)
{
    return (uint32_t)(s->inner.pairs[head_of(s, state)] >> 32);
}

void avm_store_open(struct store *s, uint32_t state, struct store_cursor *c)
{
    uint64_t root = s->roots.pairs[state];
    uint32_t head = head_of(s, state);
    const struct store_shape *h = shape_of(s, (uint32_t)(s->inner.pairs[head] >> 32));
    cursor_shape(c, h);
    uint32_t *tree = c->tree;
    c->head = head;
    uint64_t right = s->inner.pairs[(uint32_t)root];
    c->left = (uint32_t)(root >> 32);
    c->right = (uint32_t)root;
    c->quarters[0] = (uint32_t)s->inner.pairs[head];
    c->quarters[1] = (uint32_t)s->inner.pairs[c->left];
    c->quarters[2] = (uint32_t)(right >> 32);
    c->quarters[3] = (uint32_t)right;
    for (uint32_t i = 0; i < 4; i++)
        tree[h->quarter_at[i]] = c->quarters[i];
    for (const struct unfolding *u = h->unfoldings, *end = u + h->unfolding_count; u < end; u++) {
        uint64_t pair = s->inner.pairs[tree[u->pair]];
        tree[u->left] = (uint32_t)(pair >> 32);
        tree[u->right] = (uint32_t)pair;
    }
}

/* The words below node k, which covers words [from, to) at level `level` of a vector of m; words past n are filling. */
static void read_below(const struct store *s, uint32_t node, uint32_t i, uint32_t level, uint32_t m, uint32_t n,
                       uint32_t *words)
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

void avm_store_get(const struct store *s, uint32_t state, uint32_t *words, uint32_t *n)
{
    uint64_t root = s->roots.pairs[state], left = s->inner.pairs[root >> 32], head = s->inner.pairs[left >> 32];
    *n = (uint32_t)(head >> 32);
    uint32_t m = *n < 4 ? 4 : *n;
    read_below(s, (uint32_t)head, 0, 2, m, *n, words);
    read_below(s, (uint32_t)left, 1, 2, m, *n, words);
    read_below(s, (uint32_t)root, 1, 1, m, *n, words);
}

/* ---- successors -------------------------------------------------------------------------------------------------- */

/* The quarter `id` with another word at node k, which lies `depth` levels below it. */
static uint32_t replace(struct store *s, uint32_t id, uint32_t k, uint32_t depth, uint32_t word)
{
    uint64_t path[32];
    for (uint32_t d = depth; d-- > 0;) {
        path[d] = s->inner.pairs[id];
        id = k >> d & 1 ? (uint32_t)path[d] : (uint32_t)(path[d] >> 32);
    }
    id = word;
    for (uint32_t d = 0; d < depth && (d == 0 || id != TABLE_FULL); d++)
        id = k >> d & 1 ? inner_add(s, (uint32_t)(path[d] >> 32), id) : inner_add(s, id, (uint32_t)path[d]);
    return id;
}

/* The quarters of a successor, from those of the opened state. `full` stays set once a table was. */
struct change {
    uint32_t quarters[4];
    bool full;
};

static inline void change_word(struct store *s, uint32_t n, struct change *to, struct leaf leaf, uint32_t word)
{
    uint32_t *quarter = &to->quarters[leaf.quarter];
    if (!leaf.depth) {
        *quarter = word;
        return;
    }
    uint64_t quarter_word = pair_of(*quarter, word), salt = (uint64_t)(leaf.node * 0x9e3779b1u) << 32;
    uint32_t place = n < MEMO_LONGEST ? leaf.node << 12 | n : NOWHERE;
    struct memo *m = &s->memo[((quarter_word ^ salt) * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - MEMO_BITS)];
    if (m->quarter_word == quarter_word && m->place == place) {
        *quarter = m->quarter;
        return;
    }
    *quarter = replace(s, *quarter, leaf.node, leaf.depth, word);
    to->full |= *quarter == TABLE_FULL;
    if (place != NOWHERE && *quarter != TABLE_FULL)
        *m = (struct memo){quarter_word, place, *quarter};
}

static inline struct store_root fold_change(struct store *s, const struct store_cursor *c, const struct change *to)
{
    const uint32_t *q = to->quarters;
    uint32_t head = c->head, left = c->left, right = c->right;
    if (to->full)
        return root_full;
    if (q[0] != c->quarters[0] && (head = inner_add(s, c->n, q[0])) == TABLE_FULL)
        return root_full;
    if (head != c->head || q[1] != c->quarters[1])
        left = inner_add(s, head, q[1]);
    if (q[2] != c->quarters[2] || q[3] != c->quarters[3])
        right = inner_add(s, q[2], q[3]);
    return root_of(s, left, right);
}

struct store_root avm_store_fold_changed(struct store *s, struct store_cursor *c, const uint32_t *words,
                                         const uint32_t *changed, uint32_t count)
{
    if (count > c->n / 4 + 4)
        return avm_store_fold(s, words, c->n);
    struct change to = {.full = false};
    memcpy(to.quarters, c->quarters, sizeof to.quarters);
    for (uint32_t i = 0; i < count; i++)
        if (words[changed[i]] != c->own_words[changed[i]])
            change_word(s, c->n, &to, c->shape->leaf[changed[i]], words[changed[i]]);
    return fold_change(s, c, &to);
}

static inline uint64_t two_words(const uint32_t *w)
{
    uint64_t x;
    memcpy(&x, w, sizeof x);
    return x;
}

/* Of two words those that differ are added to `out`; returns its end. */
static inline uint32_t *add_differing(const uint32_t *a, const uint32_t *b, uint32_t i, uint32_t *out)
{
    if (__builtin_expect(two_words(a) == two_words(b), 1))
        return out;
    *out = i;
    out += a[0] != b[0];
    *out = i + 1;
    return out + (a[1] != b[1]);
}

/* Where the vectors differ. Eight at a time: most words are those of the opened state. */
static inline uint32_t differences(const uint32_t *a, const uint32_t *b, uint32_t n, uint32_t *out)
{
    uint32_t *end = out, i = 0;
    for (; i + 8 <= n; i += 8, a += 8, b += 8) {
        end = add_differing(a, b, i, end);
        end = add_differing(a + 2, b + 2, i + 2, end);
        end = add_differing(a + 4, b + 4, i + 4, end);
        end = add_differing(a + 6, b + 6, i + 6, end);
    }
    for (; i + 2 <= n; i += 2, a += 2, b += 2)
        end = add_differing(a, b, i, end);
    if (i < n && *a != *b)
        *end++ = i;
    return (uint32_t)(end - out);
}

static inline struct store_root fold_near(struct store *s, struct store_cursor *c, const uint32_t *words, uint32_t n)
{
    if (n != c->n)
        return avm_store_fold(s, words, n);
    struct change to = {.full = false};
    memcpy(to.quarters, c->quarters, sizeof to.quarters);
    uint32_t *changed = c->changed, count = differences(c->own_words, words, n, changed);
    if (count > n / 4 + 4)
        return avm_store_fold(s, words, n);
    for (const uint32_t *end = changed + count; changed < end; changed++)
        change_word(s, n, &to, c->shape->leaf[*changed], words[*changed]);
    return fold_change(s, c, &to);
}

struct store_root avm_store_fold_near(struct store *s, struct store_cursor *c, const uint32_t *words, uint32_t n)
{
    return fold_near(s, c, words, n);
}

uint32_t avm_store_add_near(struct store *s, struct store_cursor *c, const uint32_t *words, uint32_t n, bool *is_new)
{
    struct store_root root = fold_near(s, c, words, n);
    *is_new = false;
    return root.full ? STORE_FULL : table_add(&s->roots, root.pair, root.hash, is_new);
}
