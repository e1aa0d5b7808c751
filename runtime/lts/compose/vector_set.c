/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The set of the states of a product: vectors one behind the other, and an open-addressing table of their numbers.
 *
 * Invariant: at most 5/8 of the table is taken. Vectors come in batches, so that the memory that one of them will look
 * at is already on its way while another is looked up.
 */
#include "runtime/lts/compose/vector_set.h"

#include <stdlib.h>

void compose_vector_set_init(struct vector_set *s, size_t words)
{
    *s = (struct vector_set){.words = words, .mask = 1023};
    s->table = base_mem_zalloc((s->mask + 1) * sizeof *s->table);
}

void compose_vector_set_free(struct vector_set *s)
{
    free(s->vectors);
    free(s->table);
    *s = (struct vector_set){0};
}

static inline uint64_t hash_vector(const uint64_t *v, size_t words)
{
    uint64_t h = hash_u64(v[0] + 0x9e3779b97f4a7c15u);
    for (size_t i = 1; i < words; i++)
        h = hash_u64(h ^ (v[i] + i * 0x9e3779b97f4a7c15u));
    return h;
}

static inline bool same_vector(const uint64_t *a, const uint64_t *b, size_t words)
{
    for (size_t i = 0; i < words; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static void grow(struct vector_set *s)
{
    free(s->table);
    s->mask = s->mask * 2 + 1;
    s->table = base_mem_zalloc((s->mask + 1) * sizeof *s->table);
    for (size_t i = 0; i < s->count; i++) {
        size_t at = hash_vector(s->vectors + i * s->words, s->words) & s->mask;
        while (s->table[at])
            at = (at + 1) & s->mask;
        s->table[at] = (uint32_t)i + 1;
    }
}

static uint32_t add(struct vector_set *s, const uint64_t *v, uint64_t hash)
{
    size_t at = hash & s->mask;
    for (; s->table[at]; at = (at + 1) & s->mask)
        if (same_vector(vector_set_get(s, s->table[at] - 1), v, s->words))
            return s->table[at] - 1;
    s->vectors = base_mem_grow(s->vectors, &s->capacity, s->count + 1, s->words * sizeof *s->vectors);
    memcpy(s->vectors + s->count * s->words, v, s->words * sizeof *v);
    s->table[at] = (uint32_t)++s->count;
    return (uint32_t)s->count - 1;
}

enum { BATCH = 64 };

static void add_batch(struct vector_set *s, const uint64_t *vectors, size_t n, uint32_t *ids)
{
    uint64_t hash[BATCH];
    while ((s->count + n) * 8 > s->mask * 5)
        grow(s);
    for (size_t i = 0; i < n; i++) {
        hash[i] = hash_vector(vectors + i * s->words, s->words);
        __builtin_prefetch(&s->table[hash[i] & s->mask]);
    }
    for (size_t i = 0; i < n; i++)
        if (s->table[hash[i] & s->mask])
            __builtin_prefetch(vector_set_get(s, s->table[hash[i] & s->mask] - 1));
    for (size_t i = 0; i < n; i++)
        ids[i] = add(s, vectors + i * s->words, hash[i]);
}

void compose_vector_set_add(struct vector_set *s, const uint64_t *vectors, size_t n, uint32_t *ids)
{
    for (; n > BATCH; n -= BATCH, vectors += BATCH * s->words, ids += BATCH)
        add_batch(s, vectors, BATCH, ids);
    add_batch(s, vectors, n, ids);
}
