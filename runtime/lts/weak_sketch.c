/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Splits most of what weak bisimulation tells apart, in rounds of linear time.
 *
 * A state's weak signature, the set of (label, block) that it can reach by silent* label silent*, may be huge; it
 * is never made. In a round each block gets one of 64 bits, or, in most rounds, most blocks get none, and each
 * label a rotation of them. Then the set of blocks that a state silently reaches becomes a word, the union over its
 * silent successors; and its whole signature becomes a word in the same way. States with different words have
 * different signatures, so blocks are never split wrongly; states with equal ones may differ, and the next round
 * chooses other bits. Rounds in which few blocks have a bit tell large sets apart, the others small ones.
 */
#include "runtime/base/sorted.h"
#include "runtime/lts/control.h"
#include "runtime/lts/weak.h"

#include <stdlib.h>

enum { DENSITIES = 5, IDLE_ROUNDS = 3 * DENSITIES };

struct sketch {
    const struct graph *h;
    const bool *loop;
    struct blocks *p;
    uint32_t *order;           /* silent successors come first */
    uint64_t *reached, *can;   /* by state */
    uint8_t *turn;             /* by label; one more for divergence */
    struct u64s keys;
};

static uint64_t rotated(uint64_t w, uint32_t by)
{
    return w << (by & 63) | w >> (-by & 63);
}

/* Chooses the bits of a round and computes the words. */
static void draw(struct sketch *x, uint32_t round)
{
    const struct graph *h = x->h;
    uint64_t seed = hash_u64(round + 1), rare = ((uint64_t)1 << 3 * (round % DENSITIES)) - 1;
    for (uint32_t l = 0; l <= h->labels; l++)
        x->turn[l] = (uint8_t)hash_u64(seed + 2 * l + 1);
    for (uint32_t i = 0; i < h->states; i++) {
        uint32_t s = x->order[i];
        uint64_t bit = hash_u64(seed ^ ((uint64_t)x->p->block[s] << 1)), reached = 0, can = 0, t = h->first[s];
        if (!(bit >> 6 & rare))
            reached = (uint64_t)1 << (bit & 63);
        for (; weak_silent(h, s, t); t++) {
            reached |= x->reached[h->target[t]];
            can |= x->can[h->target[t]];
        }
        x->reached[s] = reached;
        x->can[s] = can | (x->loop && x->loop[s] ? rotated(reached, x->turn[h->labels]) : 0);
    }
    for (uint32_t i = 0; i < h->states; i++) { /* visible targets may come later in the order */
        uint32_t s = x->order[i];
        uint64_t can = x->can[s];
        for (uint64_t t = h->first[s]; t < h->first[s + 1]; t++)
            can |= h->label[t] == GRAPH_SILENT ? x->can[h->target[t]]
                                               : rotated(x->reached[h->target[t]], x->turn[h->label[t]]);
        x->can[s] = can;
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
    sort_unique_u64(keys->items, n);
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && keys->items[end] >> 32 == keys->items[i] >> 32; end++)
            ;
        for (uint32_t j = i; j < end; j++)
            blocks_mark(p, (uint32_t)keys->items[j]);
        for (size_t j = 0; j < p->touched.count; j++)
            blocks_split(p, p->touched.items[j]);
        p->touched.count = 0;
    }
    return true;
}

bool weak_split_by_words(struct blocks *p, const uint64_t *word, struct u64s *keys)
{
    bool any = false;
    for (uint32_t b = 0, n = p->count; b < n; b++)
        if (blocks_size(p, b) > 1)
            any |= split_block(p, b, word, keys);
    return any;
}

/* Rounds go on while they are worth their price: those that split little may do so for ever. */
static enum status sketch_rounds(struct sketch *x, const struct lts_control *c, struct diag *d)
{
    uint32_t idle = 0, before = 0;
    for (uint32_t round = 0; idle < IDLE_ROUNDS && x->p->count < x->p->states; round++) {
        enum status st = control_step(c, "refining", 0, 0, d);
        if (st)
            return st;
        if (round % IDLE_ROUNDS == IDLE_ROUNDS - 1) {
            if (x->p->count - before < x->p->states / 200)
                return ST_OK;
            before = x->p->count;
        }
        draw(x, round);
        for (uint32_t s = 0; s < x->h->states; s++)
            x->can[s] = hash_u64(hash_u64(x->can[s]) ^ x->reached[s]);
        idle = weak_split_by_words(x->p, x->can, &x->keys) ? 0 : idle + 1;
    }
    return ST_OK;
}

enum status weak_sketch(const struct graph *h, const bool *loop, struct blocks *p, const struct lts_control *c,
                        struct diag *d)
{
    struct sketch x = {.h = h, .loop = loop, .p = p};
    x.order = weak_order(h);
    x.reached = mem_alloc(h->states * sizeof *x.reached);
    x.can = mem_alloc(h->states * sizeof *x.can);
    x.turn = mem_alloc(h->labels + (size_t)1);
    enum status st = sketch_rounds(&x, c, d);
    free(x.order);
    free(x.reached);
    free(x.can);
    free(x.turn);
    vec_free(&x.keys);
    return st;
}
