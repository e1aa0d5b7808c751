/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A first partition for strong bisimulation: rounds of signatures in which all states take part, each known by a
 * hash of 32 bits alone. They are cheap, as nothing is looked up or moved, but each costs the same however little
 * changes; they end when the number of different hashes, as estimated, hardly grows.
 *
 * Equal states have equal hashes, so the partition is never too fine; where it is too coarse, refinement goes on.
 */
#include "runtime/lts/refine_parts.h"

#include <stdlib.h>

enum { REGISTERS = 4096, REGISTER_BITS = 12, MOST_ROUNDS = 100, FEW = 16 };
enum { BUCKET_BITS = 11, BUCKETS = 1 << BUCKET_BITS };

/* How many different hashes there were: P. Flajolet and others, "HyperLogLog" (2007), and linear counting for few. */
struct estimate {
    uint8_t longest[REGISTERS]; /* runs of zeros */
};

static void estimate_add(struct estimate *e, uint64_t h)
{
    uint8_t zeros = (uint8_t)(__builtin_clzll(h >> REGISTER_BITS | 1) - REGISTER_BITS + 1);
    uint8_t *r = &e->longest[h & (REGISTERS - 1)];
    *r = zeros > *r ? zeros : *r;
}

static double estimate_count(const struct estimate *e)
{
    double sum = 0;
    uint32_t empty = 0;
    for (uint32_t i = 0; i < REGISTERS; i++) {
        sum += 1.0 / (double)((uint64_t)1 << e->longest[i]);
        empty += !e->longest[i];
    }
    if (!empty)
        return 0.7213 * REGISTERS * REGISTERS / sum;
    double count = 0; /* REGISTERS * log(REGISTERS / empty), by its harmonic sum */
    for (uint32_t i = empty + 1; i <= REGISTERS; i++)
        count += (double)REGISTERS / i;
    return count;
}

static uint64_t add_move(uint64_t sum, uint64_t key)
{
    return sum + hash_u64(key + 0x9e3779b97f4a7c15u);
}

/* The hash of what s can do, were states known by `now`. */
static uint64_t hash_row(struct refine *x, const uint32_t *now, uint32_t s)
{
    const struct compact *c = x->c;
    uint32_t from = c->first[s], to = c->first[s + 1];
    uint64_t sum = now[s], key[FEW];
    if (to - from > FEW) {
        x->keys.count = 0;
        for (uint32_t t = from; t < to; t++)
            vec_push(&x->keys, (uint64_t)compact_label(c, t) << 32 | now[compact_target(c, t)]);
        x->keys.count = words_set(x->keys.items, x->keys.count);
        for (size_t i = 0; i < x->keys.count; i++)
            sum = add_move(sum, x->keys.items[i]);
        return hash_u64(sum);
    }
    for (uint32_t t = from; t < to; t++) {
        uint32_t n = t - from, i = n;
        key[n] = (uint64_t)compact_label(c, t) << 32 | now[compact_target(c, t)];
        while (i && key[i - 1] != key[n] && key[i - 1] >> 32 == key[n] >> 32)
            i--;
        if (!i || key[i - 1] != key[n])
            sum = add_move(sum, key[n]);
    }
    return hash_u64(sum);
}

static double hash_round(struct refine *x, const uint32_t *now, uint32_t *next)
{
    struct estimate e = {{0}};
    for (uint32_t s = 0; s < x->c->states; s++) {
        uint64_t h = hash_row(x, now, s);
        estimate_add(&e, h);
        next[s] = (uint32_t)(h >> 32);
    }
    x->work += x->c->first[x->c->states];
    return estimate_count(&e);
}

/* item[from .. to-1] agree in the highest bits of their hashes, which are value[]: makes parts of those that agree
 * in all. */
static void split_bucket(struct refine *x, const uint32_t *value, uint32_t from, uint32_t to)
{
    x->keys.count = 0;
    vec_reserve(&x->keys, to - from);
    for (uint32_t i = from; i < to; i++)
        x->keys.items[i - from] = (uint64_t)value[x->item[i]] << 32 | x->item[i];
    words_set(x->keys.items, to - from);
    for (uint32_t i = from, end; i < to; i = end) {
        uint64_t hash = x->keys.items[i - from] >> 32;
        for (end = i; end < to && x->keys.items[end - from] >> 32 == hash; end++) {
            x->item[end] = (uint32_t)x->keys.items[end - from];
            x->block[x->item[end]] = (uint32_t)x->part.count;
        }
        if (end - i == 1) {
            x->block[x->item[i]] = BLOCK_SINGLE | x->item[i];
            continue;
        }
        struct part p = {.start = i, .middle = i, .end = end, .dirty = {0, end - i}};
        vec_push(&x->queue, (uint32_t)x->part.count);
        vec_push(&x->part, p);
    }
}

void refine_first_strong(struct refine *x)
{
    uint32_t n = x->c->states, *now = x->block, *next = x->place, at = 0;
    double count = 1, before = 0;
    memset(now, 0, n * sizeof *now);
    for (int round = 0; round < MOST_ROUNDS && count > before * 1.1 && count < n * 0.97; round++) {
        before = count;
        count = hash_round(x, now, next);
        uint32_t *swap = now;
        now = next;
        next = swap;
    }
    uint32_t *bucket = mem_zalloc((BUCKETS + 1) * sizeof *bucket);
    for (uint32_t s = 0; s < n; s++)
        bucket[now[s] >> (32 - BUCKET_BITS)]++;
    for (uint32_t b = 0; b < BUCKETS; b++) {
        uint32_t size = bucket[b];
        bucket[b] = at;
        at += size;
    }
    for (uint32_t s = 0; s < n; s++)
        x->item[bucket[now[s] >> (32 - BUCKET_BITS)]++] = s;
    for (uint32_t b = 0, from = 0; b < BUCKETS; from = bucket[b++])
        split_bucket(x, now, from, bucket[b]);
    free(bucket);
    for (uint32_t i = 0; i < n; i++)
        x->place[x->item[i]] = i;
}
