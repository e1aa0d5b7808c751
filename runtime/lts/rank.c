/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ranks that break ties between successors with one label, the cheap way: a hash of what can be seen from a state
 * within a few steps. The hash is a sum over successors, so neither their order nor their numbers enter into it, and
 * different hashes are a canonical order. Where hashes leave a tie, the exact order decides (canonical_order.c).
 */
#include "runtime/lts/quotient.h"
#include "runtime/base/sorted.h"

#include <stdlib.h>

/* Deeper differences between siblings are left to the exact order, which costs about as much as these rounds
 * together. */
enum { ROUNDS = 24 };

struct ranker {
    const struct graph *q;
    uint64_t *label; /* hash of each label's name: numbers of labels depend on labels that do not occur */
    struct u64s siblings;
};

static bool any_equal(struct u64s *w)
{
    if (w->count == 2)
        return w->items[0] == w->items[1];
    base_sort_u64(w->items, w->count);
    for (size_t i = 1; i < w->count; i++)
        if (w->items[i] == w->items[i - 1])
            return true;
    return false;
}

/* Whether two successors of a state by one label (both kinds of tau are one) have equal hashes. */
static bool ties_at(struct ranker *x, uint32_t s, const uint64_t *hash)
{
    const struct graph *q = x->q;
    for (uint64_t t = q->first[s]; t < q->first[s + 1];) {
        uint64_t label = x->label[q->label[t]];
        x->siblings.count = 0;
        for (; t < q->first[s + 1] && x->label[q->label[t]] == label; t++)
            if (!x->siblings.count || q->target[t] != q->target[t - 1])
                vec_push(&x->siblings, hash[q->target[t]]);
        if (x->siblings.count > 1 && any_equal(&x->siblings))
            return true;
    }
    return false;
}

static bool ties(struct ranker *x, const uint64_t *hash, uint32_t *from)
{
    for (; *from < x->q->states; ++*from) /* what was told apart once stays so, but for collisions */
        if (ties_at(x, *from, hash))
            return true;
    for (uint32_t s = 0; s < x->q->states; s++)
        if (ties_at(x, s, hash)) {
            *from = s;
            return true;
        }
    return false;
}

static void look_further(const struct ranker *x, const uint64_t *from, uint64_t *to)
{
    const struct graph *q = x->q;
    for (uint32_t s = 0; s < q->states; s++) {
        uint64_t sum = from[s] * 3;
        for (uint64_t t = q->first[s]; t < q->first[s + 1]; t++)
            sum += hash_u64(from[q->target[t]] ^ x->label[q->label[t]]);
        to[s] = hash_u64(sum + 1);
    }
}

static void exact_ranks(const struct graph *q, uint64_t *rank)
{
    uint32_t *order = base_mem_alloc(q->states * sizeof *order);
    lts_reduce_order(q, order);
    for (uint32_t s = 0; s < q->states; s++)
        rank[s] = order[s];
    free(order);
}

void lts_reduce_ranks(const struct graph *q, uint64_t *rank)
{
    struct ranker x = {.q = q};
    uint64_t *other = base_mem_alloc(q->states * sizeof *other), *now = rank, *next = other;
    uint32_t from = 0;
    bool tied = true;
    x.label = base_mem_alloc(q->labels * sizeof *x.label);
    for (uint32_t l = 0; l < q->labels; l++)
        x.label[l] = q->name[l] ? base_hash_bytes(q->name[l], strlen(q->name[l]), 1) : 0;
    for (uint32_t s = 0; s < q->states; s++)
        now[s] = q->colour ? hash_u64(q->colour[s] + 1) : 1;
    for (int round = 0; round < ROUNDS && (tied = ties(&x, now, &from)); round++) {
        look_further(&x, now, next);
        uint64_t *old = now;
        now = next;
        next = old;
    }
    if (tied)
        exact_ranks(q, rank);
    else if (now != rank)
        memcpy(rank, now, q->states * sizeof *rank);
    free(other);
    free(x.label);
    vec_free(&x.siblings);
}
