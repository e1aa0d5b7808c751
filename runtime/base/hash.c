/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Hashing (xxhash), interned strings, and a map over 64-bit keys. Open addressing, powers of two, at most 3/4 full.
 */
#include "base.h"

#include <stdlib.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t base_hash_bytes(const void *p, size_t n, uint64_t seed)
{
    return XXH3_64bits_withSeed(p, n, seed);
}

struct intern {
    struct arena *arena;
    struct VEC(char *) strings;
    struct VEC(uint32_t) lengths;
    uint32_t *table; /* id + 1; 0 is empty */
    size_t mask;
};

struct intern *base_intern_new(void)
{
    struct intern *t = base_mem_zalloc(sizeof *t);
    t->arena = arena_new();
    t->mask = 63;
    t->table = base_mem_zalloc((t->mask + 1) * sizeof *t->table);
    return t;
}

void base_intern_free(struct intern *t)
{
    if (!t)
        return;
    arena_free(t->arena);
    vec_free(&t->strings);
    vec_free(&t->lengths);
    free(t->table);
    free(t);
}

static size_t intern_place(const struct intern *t, const char *s, size_t n)
{
    size_t i = base_hash_bytes(s, n, 0) & t->mask;
    for (; t->table[i]; i = (i + 1) & t->mask) {
        uint32_t id = t->table[i] - 1;
        if (t->lengths.items[id] == n && !memcmp(t->strings.items[id], s, n))
            break;
    }
    return i;
}

static void intern_grow(struct intern *t)
{
    free(t->table);
    t->mask = t->mask * 2 + 1;
    t->table = base_mem_zalloc((t->mask + 1) * sizeof *t->table);
    for (size_t id = 0; id < t->strings.count; id++)
        t->table[intern_place(t, t->strings.items[id], t->lengths.items[id])] = (uint32_t)id + 1;
}

uint32_t base_intern_find(const struct intern *t, const char *s, size_t n)
{
    return t->table[intern_place(t, s, n)] - 1;
}

uint32_t base_intern_add(struct intern *t, const char *s, size_t n)
{
    size_t i = intern_place(t, s, n);
    if (t->table[i])
        return t->table[i] - 1;
    if ((t->strings.count + 1) * 4 > t->mask * 3) {
        intern_grow(t);
        i = intern_place(t, s, n);
    }
    vec_push(&t->strings, arena_strn(t->arena, s, n));
    vec_push(&t->lengths, (uint32_t)n);
    t->table[i] = (uint32_t)t->strings.count;
    return t->table[i] - 1;
}

const char *base_intern_str(const struct intern *t, uint32_t id)
{
    return t->strings.items[id];
}

size_t base_intern_len(const struct intern *t, uint32_t id)
{
    return t->lengths.items[id];
}

uint32_t base_intern_count(const struct intern *t)
{
    return (uint32_t)t->strings.count;
}

void base_map64_free(struct map64 *m)
{
    free(m->keys);
    free(m->values);
    *m = (struct map64){0};
}

static size_t map64_place(const struct map64 *m, uint64_t key)
{
    size_t i = hash_u64(key) & m->mask;
    while (m->values[i] && m->keys[i] != key)
        i = (i + 1) & m->mask;
    return i;
}

bool base_map64_get(const struct map64 *m, uint64_t key, uint32_t *value)
{
    if (!m->values)
        return false;
    size_t i = map64_place(m, key);
    if (!m->values[i])
        return false;
    *value = m->values[i] - 1;
    return true;
}

static void map64_grow(struct map64 *m)
{
    struct map64 old = *m;
    m->mask = old.values ? old.mask * 2 + 1 : 15;
    m->keys = base_mem_alloc((m->mask + 1) * sizeof *m->keys);
    m->values = base_mem_zalloc((m->mask + 1) * sizeof *m->values);
    for (size_t i = 0; old.values && i <= old.mask; i++)
        if (old.values[i]) {
            size_t j = map64_place(m, old.keys[i]);
            m->keys[j] = old.keys[i];
            m->values[j] = old.values[i];
        }
    free(old.keys);
    free(old.values);
}

void base_map64_put(struct map64 *m, uint64_t key, uint32_t value)
{
    if (!m->values || (m->count + 1) * 4 > (m->mask + 1) * 3)
        map64_grow(m);
    size_t i = map64_place(m, key);
    if (!m->values[i])
        m->count++;
    m->keys[i] = key;
    m->values[i] = value + 1;
}
