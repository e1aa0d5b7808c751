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
#include "runtime/lts/compact.h"
#include "runtime/lts/sort_u64.h"
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
        for (; t < h->first[s + 1] && h->label[t] == GRAPH_SILENT; t++) {
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

/* Splits block b by the words of its members: true when they differ. keys[i]: a hash, and at its end the member's
 * place. */
static bool split_by_words(struct sketch *x, uint32_t b)
{
    struct blocks *p = x->p;
    uint32_t start = p->start[b], n = blocks_size(p, b);
    bool differ = false;
    for (uint32_t i = start + 1; i < p->end[b] && !differ; i++)
        differ = x->can[p->item[i]] != x->can[p->item[start]] || x->reached[p->item[i]] != x->reached[p->item[start]];
    if (!differ)
        return false;
    x->keys.count = 0;
    for (uint32_t i = start; i < p->end[b]; i++) {
        uint64_t h = hash_u64(hash_u64(x->can[p->item[i]]) ^ x->reached[p->item[i]]);
        vec_push(&x->keys, (h & ~(uint64_t)UINT32_MAX) | p->item[i]);
    }
    sort_unique_u64(x->keys.items, n);
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && x->keys.items[end] >> 32 == x->keys.items[i] >> 32; end++)
            ;
        for (uint32_t j = i; j < end; j++)
            blocks_mark(p, (uint32_t)x->keys.items[j]);
        for (size_t j = 0; j < p->touched.count; j++)
            blocks_split(p, p->touched.items[j]);
        p->touched.count = 0;
    }
    return true;
}

static bool split_all(struct sketch *x)
{
    bool any = false;
    for (uint32_t b = 0, n = x->p->count; b < n; b++)
        if (blocks_size(x->p, b) > 1)
            any |= split_by_words(x, b);
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
        idle = split_all(x) ? 0 : idle + 1;
    }
    return ST_OK;
}

enum status weak_sketch(const struct graph *h, const bool *loop, struct blocks *p, const struct lts_control *c,
                        struct diag *d)
{
    struct sketch x = {.h = h, .loop = loop, .p = p};
    uint32_t *component = mem_alloc(h->states * sizeof *component);
    graph_components(h, NULL, false, component, NULL); /* there are no silent cycles: it numbers the states */
    x.order = mem_alloc(h->states * sizeof *x.order);
    for (uint32_t s = 0; s < h->states; s++)
        x.order[component[s]] = s;
    free(component);
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
