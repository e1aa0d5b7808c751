/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the tables of the state store grow. A pause is proportional to the pairs stored, some nanoseconds each, and comes
 * each time their number has grown by half.
 */
#include "store_table.h"

#include <sys/mman.h>

enum { HUGE = 2 << 20, FIRST_SLOTS = 1024, AHEAD = 32 };

/* Large pages save most of the TLB misses of random access; the kernel may refuse, then it is only slower. */
static void advise(void *p, size_t size)
{
    if (size >= 2 * (size_t)HUGE)
        madvise(p, size, MADV_HUGEPAGE);
}

void *avm_pages_resize(void *old, size_t old_size, size_t size)
{
    void *p = old ? mremap(old, old_size, size, MREMAP_MAYMOVE)
                  : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        base_out_of_memory(size);
    advise(p, size);
    return p;
}

void avm_pages_free(void *p, size_t size)
{
    if (p)
        munmap(p, size);
}

static size_t round_up(size_t size, size_t unit)
{
    return (size + unit - 1) / unit * unit;
}

/* The number of pairs from which on the index is too full, at most 4/5 of the slots and never all numbers of
 * id_bits. */
static uint64_t index_room(const struct table *t)
{
    return t->slot_count / 5 * 4;
}

static void set_room(struct table *t)
{
    uint64_t room = t->pairs_size / sizeof *t->pairs;
    if (room > index_room(t))
        room = index_room(t);
    t->room = (uint32_t)(room < t->limit ? room : t->limit);
}

static void new_index(struct table *t, uint64_t slot_count)
{
    avm_pages_free(t->slots, t->slots_size);
    t->slot_count = slot_count;
    t->slots_size =
        round_up(slot_count * sizeof *t->slots, slot_count * sizeof *t->slots >= 2 * (size_t)HUGE ? HUGE : 4096);
    t->slots = avm_pages_resize(NULL, 0, t->slots_size);
    for (t->id_bits = 1; t->id_bits < 32 && index_room(t) >> t->id_bits;)
        t->id_bits++;
    t->ids = (uint32_t)((UINT64_C(1) << t->id_bits) - 1);
}

/* Enters all pairs into the empty index. The slots of the pairs ahead are on their way while one is entered. */
static void fill_index(struct table *t)
{
    uint32_t ids = t->ids;
    uint64_t ahead[AHEAD];
    for (uint64_t i = 0; i < (uint64_t)t->count + AHEAD; i++) {
        if (i >= AHEAD) {
            uint64_t hash = ahead[i % AHEAD], at = table_home(t, hash);
            while (t->slots[at])
                if (++at == t->slot_count)
                    at = 0;
            t->slots[at] = ((uint32_t)hash & ~ids) | (uint32_t)(i - AHEAD + 1);
        }
        if (i < t->count) {
            ahead[i % AHEAD] = pair_hash(t->pairs[i]);
            table_prefetch(t, ahead[i % AHEAD]);
        }
    }
}

void avm_table_init(struct table *t)
{
    memset(t, 0, sizeof *t);
    t->limit = UINT32_MAX - 1;
    t->pairs_size = 4096;
    t->pairs = avm_pages_resize(NULL, 0, t->pairs_size);
    new_index(t, FIRST_SLOTS);
    set_room(t);
}

void avm_table_free(struct table *t)
{
    avm_pages_free(t->pairs, t->pairs_size);
    avm_pages_free(t->slots, t->slots_size);
    memset(t, 0, sizeof *t);
}

bool avm_table_grow(struct table *t)
{
    if (t->count >= t->limit)
        return false;
    if (t->count == t->pairs_size / sizeof *t->pairs) {
        size_t size = t->pairs_size + t->pairs_size / 8;
        size = size >= 2 * (size_t)HUGE ? round_up(size, HUGE) : t->pairs_size * 2;
        t->pairs = avm_pages_resize(t->pairs, t->pairs_size, size);
        t->pairs_size = size;
    }
    if (t->count >= index_room(t)) {
        new_index(t, t->slot_count + t->slot_count / 2);
        fill_index(t);
    }
    set_room(t);
    return true;
}

void avm_table_limit(struct table *t, uint32_t pairs)
{
    t->limit = pairs < t->count ? t->count : pairs < UINT32_MAX - 1 ? pairs : UINT32_MAX - 1;
    set_room(t);
}
