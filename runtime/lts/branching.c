/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Branching bisimulation by signatures: S. Blom and S. Orzan, "Distributed branching bisimulation reduction of state
 * spaces" (2003); explicit divergence after R. van Glabbeek, B. Luttik and N. Trcka (2009).
 *
 * Silent components are collapsed first, so that silent steps inside a block (inert ones) run without cycles, always to
 * smaller numbers. The signature of a node is the set of (label, block) that it can reach by one step after inert ones;
 * a block whose members differ in it is split. Only nodes whose signature can have changed are signed again, and when a
 * block is split the smaller part is the one that counts as changed.
 *
 * Invariant between rounds: members of a block that are not dirty have the signature stored for the block.
 */
#include "runtime/lts/branching.h"

#include <stdlib.h>

struct sig {
    size_t at; /* in round items or in the pool */
    uint32_t size;
    uint64_t hash;
};

struct member {
    uint64_t key; /* block << 32 | signature */
    uint32_t node;
};

struct signer {
    const struct graph *h;
    const bool *loop; /* nodes with a silent cycle, or NULL where divergence does not matter */
    struct reverse in;
    struct blocks p;

    struct VEC(struct sig) stored; /* by block, in the pool */
    struct u64s pool;
    size_t live;

    bool *dirty;
    struct u32s work;            /* dirty nodes */
    uint32_t *mine;              /* by node: its signature in this round, or LTS_NONE */
    struct VEC(struct sig) sigs; /* of this round */
    struct u64s items, scratch;
    uint32_t *table; /* signature + 1 by hash */
    size_t mask;
    struct VEC(struct member) members;
    struct u32s changed; /* nodes that have a new block number */
};

static int word_order(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void sort_words(uint64_t *w, size_t n)
{
    if (n > 24) {
        qsort(w, n, sizeof *w, word_order);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        uint64_t x = w[i];
        size_t j = i;
        for (; j && w[j - 1] > x; j--)
            w[j] = w[j - 1];
        w[j] = x;
    }
}

static void add_items(struct u64s *to, const uint64_t *items, size_t n)
{
    if (!n)
        return;
    vec_reserve(to, to->count + n);
    memcpy(to->items + to->count, items, n * sizeof *items);
    to->count += n;
}

/* Gathers the signature of v into the scratch, sorted, without duplicates. */
static void gather_signature(struct signer *x, uint32_t v)
{
    const struct graph *h = x->h;
    x->scratch.count = 0;
    for (uint64_t t = h->first[v]; t < h->first[v + 1]; t++) {
        uint32_t to = h->target[t], block = x->p.block[to];
        if (h->label[t] != GRAPH_SILENT || block != x->p.block[v])
            vec_push(&x->scratch, (uint64_t)h->label[t] << 32 | block);
        else if (x->mine[to] != LTS_NONE)
            add_items(&x->scratch, x->items.items + x->sigs.items[x->mine[to]].at, x->sigs.items[x->mine[to]].size);
        else
            add_items(&x->scratch, x->pool.items + x->stored.items[block].at, x->stored.items[block].size);
    }
    if (x->loop && x->loop[v])
        vec_push(&x->scratch, (uint64_t)h->labels << 32);
    sort_words(x->scratch.items, x->scratch.count);
    size_t kept = 0;
    for (size_t i = 0; i < x->scratch.count; i++)
        if (!i || x->scratch.items[i] != x->scratch.items[i - 1])
            x->scratch.items[kept++] = x->scratch.items[i];
    x->scratch.count = kept;
}

/* The number of the scratch's signature in this round. */
static uint32_t intern_signature(struct signer *x)
{
    size_t bytes = x->scratch.count * sizeof *x->scratch.items;
    uint64_t hash = bytes ? hash_bytes(x->scratch.items, bytes, 0) : 0;
    size_t i = hash & x->mask;
    for (; x->table[i]; i = (i + 1) & x->mask) {
        const struct sig *sig = &x->sigs.items[x->table[i] - 1];
        if (sig->hash == hash && sig->size == x->scratch.count &&
            (!bytes || !memcmp(x->items.items + sig->at, x->scratch.items, bytes)))
            return x->table[i] - 1;
    }
    struct sig sig = {x->items.count, (uint32_t)x->scratch.count, hash};
    add_items(&x->items, x->scratch.items, x->scratch.count);
    vec_push(&x->sigs, sig);
    x->table[i] = (uint32_t)x->sigs.count;
    return (uint32_t)x->sigs.count - 1;
}

static void sign_all(struct signer *x)
{
    size_t room = 16;
    while (room < x->work.count * 2)
        room *= 2;
    free(x->table);
    x->table = mem_zalloc(room * sizeof *x->table);
    x->mask = room - 1;
    x->sigs.count = x->items.count = x->members.count = 0;
    for (size_t i = 0; i < x->work.count; i++) {
        uint32_t v = x->work.items[i];
        gather_signature(x, v);
        x->mine[v] = intern_signature(x);
        struct member m = {(uint64_t)x->p.block[v] << 32 | x->mine[v], v};
        vec_push(&x->members, m);
    }
}

/* ---- stored signatures ------------------------------------------------------------------------------------------- */

static void compact_pool(struct signer *x)
{
    struct u64s pool = {0};
    vec_reserve(&pool, x->live + 1);
    for (size_t b = 0; b < x->stored.count; b++) {
        struct sig *sig = &x->stored.items[b];
        size_t at = pool.count;
        add_items(&pool, x->pool.items + sig->at, sig->size);
        sig->at = at;
    }
    vec_free(&x->pool);
    x->pool = pool;
}

static void store(struct signer *x, uint32_t block, uint32_t signature)
{
    const struct sig *from = &x->sigs.items[signature];
    struct sig none = {0}, *to;
    while (x->stored.count <= block)
        vec_push(&x->stored, none);
    to = &x->stored.items[block];
    x->live += from->size;
    x->live -= to->size;
    *to = (struct sig){x->pool.count, from->size, from->hash};
    add_items(&x->pool, x->items.items + from->at, from->size);
    if (x->pool.count > 2 * x->live + 65536)
        compact_pool(x);
}

static bool equals_stored(const struct signer *x, uint32_t block, uint32_t signature)
{
    const struct sig *a = &x->stored.items[block], *b = &x->sigs.items[signature];
    return a->size == b->size && a->hash == b->hash &&
           (!a->size || !memcmp(x->pool.items + a->at, x->items.items + b->at, a->size * sizeof *x->pool.items));
}

/* ---- splitting --------------------------------------------------------------------------------------------------- */

static int member_order(const void *a, const void *b)
{
    uint64_t x = ((const struct member *)a)->key, y = ((const struct member *)b)->key;
    return (x > y) - (x < y);
}

/* members[from .. to-1] are all in one block and have one signature, which the rest of the block has not. */
static void split_off(struct signer *x, size_t from, size_t to)
{
    uint32_t node = x->members.items[from].node, block = x->p.block[node],
             signature = (uint32_t)x->members.items[from].key;
    for (size_t i = from; i < to; i++)
        blocks_mark(&x->p, x->members.items[i].node);
    x->p.touched.count = 0;
    uint32_t fresh = blocks_split(&x->p, block);
    if (fresh == LTS_NONE) {
        store(x, block, signature);
        return;
    }
    for (uint32_t i = x->p.start[fresh]; i < x->p.end[fresh]; i++)
        vec_push(&x->changed, x->p.item[i]);
    struct sig none = {0};
    while (x->stored.count <= fresh)
        vec_push(&x->stored, none);
    if (x->p.block[node] != fresh) { /* the others left: they take their signature along */
        x->stored.items[fresh] = x->stored.items[block];
        x->stored.items[block] = none;
    }
    store(x, x->p.block[node], signature);
}

/* Splits one block; members[from .. to-1] are its dirty members, sorted by signature. */
static void split_block(struct signer *x, size_t from, size_t to)
{
    uint32_t block = x->p.block[x->members.items[from].node];
    bool quiet = blocks_size(&x->p, block) > to - from; /* there are members that were not signed */
    for (size_t i = from, j; i < to; i = j) {
        for (j = i + 1; j < to && x->members.items[j].key == x->members.items[i].key; j++)
            ;
        uint32_t now = x->p.block[x->members.items[i].node];
        if (!quiet || !equals_stored(x, now, (uint32_t)x->members.items[i].key))
            split_off(x, i, j);
    }
}

static void split_all(struct signer *x)
{
    if (x->members.count)
        qsort(x->members.items, x->members.count, sizeof *x->members.items, member_order);
    x->changed.count = 0;
    for (size_t i = 0, j; i < x->members.count; i = j) {
        uint64_t block = x->members.items[i].key >> 32;
        for (j = i + 1; j < x->members.count && x->members.items[j].key >> 32 == block; j++)
            ;
        split_block(x, i, j);
    }
    for (size_t i = 0; i < x->work.count; i++) {
        x->mine[x->work.items[i]] = LTS_NONE;
        x->dirty[x->work.items[i]] = false;
    }
    x->work.count = 0;
}

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

static void make_dirty(struct signer *x, uint32_t v)
{
    if (!x->dirty[v])
        vec_push(&x->work, v);
    x->dirty[v] = true;
}

static int number_order(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Dirty are: sources of transitions to changed nodes, changed nodes with silent steps, and what inherits from those. */
static void find_dirty(struct signer *x)
{
    const struct graph *h = x->h;
    for (size_t i = 0; i < x->changed.count; i++) {
        uint32_t v = x->changed.items[i];
        if (h->first[v] < h->first[v + 1] && h->label[h->first[v]] == GRAPH_SILENT)
            make_dirty(x, v);
        for (uint64_t t = x->in.first[v]; t < x->in.first[v + 1]; t++)
            make_dirty(x, x->in.source[t]);
    }
    for (size_t i = 0; i < x->work.count; i++) {
        uint32_t v = x->work.items[i];
        for (uint64_t t = x->in.first[v]; t < x->in.first[v + 1]; t++)
            if (x->in.label[t] == GRAPH_SILENT && x->p.block[x->in.source[t]] == x->p.block[v])
                make_dirty(x, x->in.source[t]);
    }
    if (x->work.count > h->states / 16) {
        x->work.count = 0;
        for (uint32_t v = 0; v < h->states; v++)
            if (x->dirty[v])
                vec_push(&x->work, v);
    } else if (x->work.count) {
        qsort(x->work.items, x->work.count, sizeof *x->work.items, number_order);
    }
}

static enum status sign_until_stable(struct signer *x, const struct lts_control *c, struct diag *d)
{
    for (uint32_t v = 0; v < x->h->states; v++)
        make_dirty(x, v);
    for (uint32_t round = 0; x->work.count; round++) {
        if ((!(round & 255) || x->work.count > 100000) && control_stops(c))
            return control_stopped(d);
        sign_all(x);
        split_all(x);
        find_dirty(x);
    }
    return ST_OK;
}

static void free_signer(struct signer *x)
{
    reverse_free(&x->in);
    blocks_free(&x->p);
    vec_free(&x->stored);
    vec_free(&x->pool);
    vec_free(&x->work);
    vec_free(&x->sigs);
    vec_free(&x->items);
    vec_free(&x->scratch);
    vec_free(&x->members);
    vec_free(&x->changed);
    free(x->dirty);
    free(x->mine);
    free(x->table);
}

enum status branching_partition(const struct graph *g, uint32_t *class_of, uint32_t *classes, bool **divergent,
                                const struct lts_control *c, struct diag *d)
{
    struct graph h;
    bool *cyclic;
    uint32_t nodes = graph_components(g, NULL, false, class_of, &cyclic);
    graph_collapse(&h, g, class_of, nodes, NULL);
    struct signer x = {.h = &h, .loop = divergent ? cyclic : NULL};
    reverse_make(&x.in, &h, false);
    blocks_init(&x.p, nodes, h.colour, h.colours);
    struct sig none = {0};
    while (x.stored.count < x.p.count)
        vec_push(&x.stored, none);
    x.dirty = mem_zalloc(nodes * sizeof *x.dirty);
    x.mine = mem_alloc(nodes * sizeof *x.mine);
    memset(x.mine, 0xff, nodes * sizeof *x.mine);
    enum status st = sign_until_stable(&x, c, d);
    *classes = x.p.count;
    if (divergent) {
        *divergent = mem_zalloc(x.p.count * sizeof **divergent);
        for (uint32_t v = 0; v < nodes; v++)
            (*divergent)[x.p.block[v]] |= cyclic[v];
    }
    for (uint32_t s = 0; s < g->states; s++)
        class_of[s] = x.p.block[class_of[s]];
    free_signer(&x);
    graph_free(&h);
    free(cyclic);
    return st;
}
