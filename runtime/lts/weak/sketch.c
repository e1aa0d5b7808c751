/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Splits most of what weak bisimulation tells apart, in rounds of linear time.
 *
 * A state's weak signature, the set of (label, block) that it can reach by silent* label silent*, may be huge; it
 * is never made. In a round each block gets one bit of a word, or, where words are sparse, most blocks get none, and
 * each label a rotation of the word. Then the set of blocks that a state silently reaches becomes a word, the union
 * over its silent successors; and its whole signature becomes a word in the same way. States with different words have
 * different signatures, so blocks are never split wrongly; states with equal ones may differ, and the next round
 * chooses other bits. Sparse words tell large sets apart, the others small ones: a round has several. Only states that
 * are not alone in their blocks, and what these silently reach, get the words of signatures.
 */
#include "runtime/base/sorted.h"
#include "runtime/lts/control.h"
#include "runtime/lts/weak/weak.h"

#include <stdlib.h>

enum {
    WORDS = WEAK_WORDS,
    LEVELS = 8,      /* word i of round r has level (WORDS * r + i) % LEVELS */
    PRICE = 1 << 12, /* what it costs to split a block otherwise, by transitions looked at here */
};

struct sketch {
    const struct graph *h; /* silent transitions lead to smaller numbers */
    const bool *loop;
    struct blocks *p;
    struct weak_words *reached, *can; /* by state */
    uint64_t *sum;                    /* by state: of both */
    bool *wanted;                     /* by state */
    uint8_t *turn;                    /* by label; one more for divergence */
    uint64_t seed[WORDS], rare[WORDS];
    uint64_t work;
    struct u64s keys;
};

static inline uint64_t rotated(uint64_t w, uint32_t by)
{
    return w << (by & 63) | w >> (-by & 63);
}

static inline void unite(struct weak_words *w, const struct weak_words *v, uint32_t turn)
{
    for (int i = 0; i < WORDS; i++)
        w->word[i] |= rotated(v->word[i], turn);
}

/* Chooses the bits of a round, and finds what states silently reach. */
static void draw(struct sketch *x, uint32_t round)
{
    const struct graph *h = x->h;
    for (uint32_t i = 0; i < WORDS; i++) {
        x->seed[i] = hash_u64(WORDS * (uint64_t)round + i + 1);
        x->rare[i] = ((uint64_t)1 << 2 * ((WORDS * round + i) % LEVELS)) - 1;
    }
    for (uint32_t l = 0; l <= h->labels; l++)
        x->turn[l] = (uint8_t)hash_u64(x->seed[0] + 2 * l + 1);
    for (uint32_t s = 0; s < h->states; s++) {
        struct weak_words w = {0};
        for (int i = 0; i < WORDS; i++) {
            uint64_t bit = hash_u64(x->seed[i] ^ ((uint64_t)x->p->block[s] << 1));
            if (!(bit >> 6 & x->rare[i]))
                w.word[i] = (uint64_t)1 << (bit & 63);
        }
        for (uint64_t t = h->first[s]; weak_silent(h, s, t); t++)
            unite(&w, &x->reached[h->target[t]], 0);
        x->reached[s] = w;
    }
    x->work += h->states;
}

/* States of blocks with several, and what they silently reach. */
static void choose_wanted(struct sketch *x)
{
    const struct graph *h = x->h;
    for (uint32_t s = h->states; s-- > 0;)
        x->wanted[s] = blocks_size(x->p, x->p->block[s]) > 1;
    for (uint32_t s = h->states; s-- > 0;)
        for (uint64_t t = h->first[s]; x->wanted[s] && weak_silent(h, s, t); t++)
            x->wanted[h->target[t]] = true;
    for (uint32_t s = 0; s < h->states; s++)
        x->work += x->wanted[s] ? h->first[s + 1] - h->first[s] : 0;
}

/* What states can do without silent steps before. */
static void do_labels(struct sketch *x)
{
    const struct graph *h = x->h;
    for (uint32_t s = 0; s < h->states; s++) {
        struct weak_words w = {0};
        if (!x->wanted[s])
            continue;
        if (x->loop && x->loop[s])
            unite(&w, &x->reached[s], x->turn[h->labels]);
        for (uint64_t t = h->first[s]; t < h->first[s + 1]; t++)
            if (h->label[t] != GRAPH_SILENT)
                unite(&w, &x->reached[h->target[t]], x->turn[h->label[t]]);
        x->can[s] = w;
    }
}

static void add_silent(struct sketch *x)
{
    const struct graph *h = x->h;
    for (uint32_t s = 0; s < h->states; s++) {
        if (!x->wanted[s])
            continue;
        for (uint64_t t = h->first[s]; weak_silent(h, s, t); t++)
            unite(&x->can[s], &x->can[h->target[t]], 0);
        uint64_t sum = 0;
        for (int i = 0; i < WORDS; i++)
            sum = hash_u64(hash_u64(sum ^ x->can[s].word[i]) ^ x->reached[s].word[i]);
        x->sum[s] = sum;
    }
}

/* Splits block b by the words of its members: true when they differ. keys[i]: the upper half of a word, then the
 * member. */
static bool split_block(struct blocks *p, uint32_t b, const uint64_t *word, struct u64s *keys)
{
    uint32_t start = p->start[b], n = blocks_size(p, b);
    bool differ = false;
    for (uint32_t i = start + 1; i < p->end[b] && !differ; i++)
        differ = word[p->item[i]] >> 32 != word[p->item[start]] >> 32;
    if (!differ)
        return false;
    keys->count = 0;
    for (uint32_t i = start; i < p->end[b]; i++)
        vec_push(keys, (word[p->item[i]] & ~(uint64_t)UINT32_MAX) | p->item[i]);
    base_sort_unique_u64(keys->items, n);
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && keys->items[end] >> 32 == keys->items[i] >> 32; end++)
            ;
        for (uint32_t j = i; j < end; j++)
            blocks_mark(p, (uint32_t)keys->items[j]);
        for (size_t j = 0; j < p->touched.count; j++)
            refine_blocks_split(p, p->touched.items[j]);
        p->touched.count = 0;
    }
    return true;
}

static bool split_by_words(struct blocks *p, const uint64_t *word, struct u64s *keys)
{
    bool any = false;
    for (uint32_t b = 0, n = p->count; b < n; b++)
        if (blocks_size(p, b) > 1)
            any |= split_block(p, b, word, keys);
    return any;
}

/* Rounds go on while they are worth their price, over all levels. */
static enum status sketch_rounds(struct sketch *x, const struct lts_control *c, struct diag *d)
{
    uint32_t before = x->p->count;
    for (uint32_t round = 0; x->p->count < x->p->states; round++) {
        enum status st = lts_control_step(c, "refining", x->p->count, 0, d);
        if (st)
            return st;
        choose_wanted(x);
        draw(x, round);
        do_labels(x);
        add_silent(x);
        split_by_words(x->p, x->sum, &x->keys);
        if ((round + 1) * WORDS % LEVELS)
            continue;
        if ((x->p->count - before) * (uint64_t)PRICE <= x->work)
            return ST_OK;
        before = x->p->count;
        x->work = 0;
    }
    return ST_OK;
}

enum status weak_sketch(const struct graph *h, const bool *loop, struct blocks *p, const struct lts_control *c,
                        struct diag *d)
{
    struct sketch x = {.h = h, .loop = loop, .p = p};
    size_t n = h->states + (size_t)1;
    x.reached = base_mem_alloc(n * sizeof *x.reached);
    x.can = base_mem_alloc(n * sizeof *x.can);
    x.sum = base_mem_alloc(n * sizeof *x.sum);
    x.wanted = base_mem_alloc(n * sizeof *x.wanted);
    x.turn = base_mem_alloc(h->labels + (size_t)1);
    enum status st = sketch_rounds(&x, c, d);
    free(x.reached);
    free(x.can);
    free(x.sum);
    free(x.wanted);
    free(x.turn);
    vec_free(&x.keys);
    return st;
}
