/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A first partition for strong bisimulation: rounds of signatures in which all states take part, each known by a
 * hash of 32 bits alone. They are cheap, as nothing is looked up or moved, but each costs the same however little
 * changes; they end when the number of different hashes, as estimated, hardly grows.
 *
 * Equal states have equal hashes, so the partition is never too fine; where it is too coarse, refinement goes on.
 */
#include "runtime/lts/refine/refine_parts.h"
#include "runtime/base/sorted.h"
#include "runtime/lts/control.h"

#include <stdlib.h>

enum { REGISTERS = 4096, REGISTER_BITS = 12, MOST_ROUNDS = 100, FEW = 16 };
enum { BUCKET_BITS = 11, BUCKETS = 1 << BUCKET_BITS };

/* How many different hashes there were: P. Flajolet and others, "HyperLogLog" (2007), and linear counting for few. */
struct estimate {
    uint8_t longest[REGISTERS]; /* runs of zeros */
};

static void estimate_join(struct estimate *e, const struct estimate *other)
{
    for (uint32_t i = 0; i < REGISTERS; i++)
        e->longest[i] = e->longest[i] > other->longest[i] ? e->longest[i] : other->longest[i];
}

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
static uint64_t hash_row(const struct compact *c, struct u64s *keys, const uint32_t *now, uint32_t s)
{
    uint32_t from = c->first[s], to = c->first[s + 1];
    uint64_t sum = now[s], key[FEW];
    if (to - from > FEW) {
        keys->count = 0;
        for (uint32_t t = from; t < to; t++)
            vec_push(keys, (uint64_t)compact_label(c, t) << 32 | now[compact_target(c, t)]);
        keys->count = sort_unique_u64(keys->items, keys->count);
        for (size_t i = 0; i < keys->count; i++)
            sum = add_move(sum, keys->items[i]);
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

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

struct round {
    struct refine *x;
    uint32_t *now, *next;
    struct estimate *estimate; /* by worker */
};

static void hash_rows(void *context, unsigned worker, size_t from, size_t to)
{
    struct round *r = context;
    const struct compact *c = r->x->c;
    for (size_t s = from; s < to; s++) {
        uint64_t h = hash_row(c, &r->x->splitter[worker].keys, r->now, (uint32_t)s);
        estimate_add(&r->estimate[worker], h);
        r->next[s] = (uint32_t)(h >> 32);
    }
}

static double hash_round(struct round *r)
{
    enum { GRAIN = 1 << 13 };
    unsigned workers = workers_count(r->x->workers);
    memset(r->estimate, 0, workers * sizeof *r->estimate);
    workers_share(r->x->workers, r->x->c->states, GRAIN, hash_rows, r);
    for (unsigned i = 1; i < workers; i++)
        estimate_join(&r->estimate[0], &r->estimate[i]);
    return estimate_count(&r->estimate[0]);
}

/* The hash of each state, in block[]. */
static enum status hash_states(struct refine *x, const struct lts_control *control, struct diag *d)
{
    enum status st = ST_OK;
    uint32_t n = x->c->states;
    struct round r = {x, x->block, x->place, mem_alloc(workers_count(x->workers) * sizeof *r.estimate)};
    double count = 1, before = 0;
    memset(r.now, 0, n * sizeof *r.now);
    for (int round = 0; !st && round < MOST_ROUNDS && count > before * 1.1 && count < n * 0.97; round++) {
        before = count;
        count = hash_round(&r);
        uint32_t *swap = r.now;
        r.now = r.next;
        r.next = swap;
        st = control_step(control, "refining", 0, 0, d);
    }
    x->block = r.now;
    x->place = r.next;
    free(r.estimate);
    return st;
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */

enum { SINGLE = LTS_NONE, INSIDE = LTS_NONE - 1 };

struct buckets {
    struct refine *x;
    uint32_t end[BUCKETS]; /* item[] is in the order of the highest bits of hashes: where each value of them ends */
};

/* Sorts buckets by hash and state; place[] becomes by position: INSIDE where the hash is that of the item before. */
static void sort_buckets(void *context, unsigned worker, size_t from, size_t to)
{
    const struct buckets *b = context;
    struct refine *x = b->x;
    struct u64s *keys = &x->splitter[worker].keys;
    for (size_t i = from; i < to; i++) {
        uint32_t start = i ? b->end[i - 1] : 0;
        keys->count = 0;
        for (uint32_t at = start; at < b->end[i]; at++)
            vec_push(keys, (uint64_t)x->block[x->item[at]] << 32 | x->item[at]);
        sort_u64(keys->items, keys->count);
        for (uint32_t k = 0; k < keys->count; k++) {
            x->item[start + k] = (uint32_t)keys->items[k];
            x->place[start + k] = k && keys->items[k] >> 32 == keys->items[k - 1] >> 32 ? INSIDE : 0;
        }
    }
}

/* Makes parts; place[] becomes by position: the part or SINGLE. */
static void make_parts(struct refine *x)
{
    for (uint32_t i = 0, end; i < x->c->states; i = end) {
        for (end = i + 1; end < x->c->states && x->place[end] == INSIDE; end++)
            x->place[end] = (uint32_t)x->part.count;
        x->place[i] = end - i == 1 ? SINGLE : (uint32_t)x->part.count;
        if (end - i == 1)
            continue;
        struct part p = {.start = i, .middle = i, .end = end, .dirty = {0, end - i}};
        vec_push(&x->queue, (uint32_t)x->part.count);
        vec_push(&x->part, p);
    }
}

static void set_blocks(void *context, unsigned worker, size_t from, size_t to)
{
    struct refine *x = context;
    (void)worker;
    for (size_t at = from; at < to; at++)
        x->block[x->item[at]] = x->place[at] == SINGLE ? BLOCK_SINGLE | x->item[at] : x->place[at];
}

static void set_places(void *context, unsigned worker, size_t from, size_t to)
{
    struct refine *x = context;
    (void)worker;
    for (size_t at = from; at < to; at++)
        x->place[x->item[at]] = (uint32_t)at;
}

enum status refine_first_strong(struct refine *x, const struct lts_control *control, struct diag *d)
{
    enum { GRAIN = 1 << 15 };
    uint32_t n = x->c->states, at = 0;
    struct buckets b = {.x = x};
    enum status st = hash_states(x, control, d);
    if (st)
        return st;
    for (uint32_t s = 0; s < n; s++)
        b.end[x->block[s] >> (32 - BUCKET_BITS)]++;
    for (uint32_t i = 0; i < BUCKETS; i++) {
        uint32_t size = b.end[i];
        b.end[i] = at;
        at += size;
    }
    for (uint32_t s = 0; s < n; s++)
        x->item[b.end[x->block[s] >> (32 - BUCKET_BITS)]++] = s;
    workers_share(x->workers, BUCKETS, 16, sort_buckets, &b);
    make_parts(x);
    workers_share(x->workers, n, GRAIN, set_blocks, x);
    workers_share(x->workers, n, GRAIN, set_places, x);
    return control_step(control, "refining", 0, 0, d);
}
