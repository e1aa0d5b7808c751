/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * store_table: distinct pairs of 32-bit numbers, numbered 0, 1, 2, ... as they come.
 *
 * `pairs` is the table; `slots` is its hash index: open addressing with linear probing, at most 4/5 full. A slot is 0
 * when empty, else the number + 1 in its low id_bits, and in the bits left over as many bits of the hash, which spare
 * most looks at pairs that differ. The home of a hash is hash * slot_count / 2^64, so the index need not be a power of
 * two and grows by half. Both arrays are mapped memory: pairs grow by remapping, without a copy; the index is filled
 * anew from the pairs, read in sequence.
 */
#ifndef CWOLF_AVM_STORE_TABLE_H
#define CWOLF_AVM_STORE_TABLE_H

#include "runtime/base/base.h"

#define TABLE_FULL UINT32_MAX

struct table {
    uint64_t *pairs;
    uint32_t *slots;
    uint64_t slot_count;
    uint32_t count, limit;
    uint32_t room;                 /* the count at which `pairs` or `slots` must grow */
    unsigned id_bits;              /* room < 2^id_bits */
    uint32_t ids;                  /* 2^id_bits - 1 */
    size_t pairs_size, slots_size; /* bytes mapped */
};

void avm_table_init(struct table *t);
void avm_table_free(struct table *t);
/* Makes room for one more pair; false when the limit is reached. */
bool avm_table_grow(struct table *t);
void avm_table_limit(struct table *t, uint32_t pairs);

/* Zeroed pages; `old` of `old_size` bytes (or NULL) is kept in their front and moves along. */
void *avm_pages_resize(void *old, size_t old_size, size_t size);
void avm_pages_free(void *p, size_t size);

static inline uint64_t pair_of(uint32_t a, uint32_t b)
{
    return (uint64_t)a << 32 | b;
}

/* Both ends of the hash are used: the high one for the place, the low one for the rest. Two multiplications that do not
 * wait for each other; the sum is folded because the low bits of a product know nothing of the high bits of its
 * factors. */
static inline uint64_t pair_hash(uint64_t pair)
{
    uint64_t h = (pair >> 32) * 0x9e3779b97f4a7c15u + (uint32_t)pair * UINT64_C(0xd6e8feb86659fd93);
    return h ^ h >> 32;
}

static inline uint64_t table_home(const struct table *t, uint64_t hash)
{
    return (uint64_t)((unsigned __int128)hash * t->slot_count >> 64);
}

static inline void table_prefetch(const struct table *t, uint64_t hash)
{
    __builtin_prefetch(&t->slots[table_home(t, hash)]);
}

/* The number of a pair, added when it is new; TABLE_FULL when that is not possible. */
static inline uint32_t table_add(struct table *t, uint64_t pair, uint64_t hash, bool *is_new)
{
    uint64_t at = table_home(t, hash);
    uint32_t ids = t->ids, tag = (uint32_t)hash & ~ids, slot;
    *is_new = false;
    while ((slot = t->slots[at])) {
        if (!((slot ^ tag) & ~ids) && t->pairs[(slot & ids) - 1] == pair)
            return (slot & ids) - 1;
        if (++at == t->slot_count)
            at = 0;
    }
    if (__builtin_expect(t->count == t->room, 0)) {
        if (!avm_table_grow(t))
            return TABLE_FULL;
        return table_add(t, pair, hash, is_new);
    }
    *is_new = true;
    t->pairs[t->count] = pair;
    t->slots[at] = tag | (t->count + 1);
    return t->count++;
}

#endif
