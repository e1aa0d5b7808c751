/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sorting numbers: few by insertion, more by counting their bytes from the lowest to the highest (radix sort), where
 * the bytes that are the same in all of them cost nothing. Most keys here are pairs of small numbers.
 *
 * What has a `size` is compiled once for numbers of each size, in bytes.
 */
#include "runtime/base/sorted.h"
#include "runtime/base/base.h"

enum { FEW = 24 };

#define FOR_EACH_SIZE static inline __attribute__((always_inline))

FOR_EACH_SIZE uint64_t get(const void *items, size_t i, size_t size)
{
    return size == sizeof(uint32_t) ? ((const uint32_t *)items)[i] : ((const uint64_t *)items)[i];
}

FOR_EACH_SIZE void put(void *items, size_t i, uint64_t x, size_t size)
{
    if (size == sizeof(uint32_t))
        ((uint32_t *)items)[i] = (uint32_t)x;
    else
        ((uint64_t *)items)[i] = x;
}

FOR_EACH_SIZE void insert_sort(void *items, size_t n, size_t size)
{
    for (size_t i = 1; i < n; i++) {
        uint64_t x = get(items, i, size);
        size_t j = i;
        for (; j && get(items, j - 1, size) > x; j--)
            put(items, j, get(items, j - 1, size), size);
        put(items, j, x, size);
    }
}

FOR_EACH_SIZE void sort_by_byte(const void *from, void *to, size_t n, unsigned byte, size_t size)
{
    size_t at[257] = {0};
    for (size_t i = 0; i < n; i++)
        at[(get(from, i, size) >> 8 * byte & 255) + 1]++;
    for (int v = 0; v < 256; v++)
        at[v + 1] += at[v];
    for (size_t i = 0; i < n; i++) {
        uint64_t x = get(from, i, size);
        put(to, at[x >> 8 * byte & 255]++, x, size);
    }
}

FOR_EACH_SIZE void sort(void *items, size_t n, size_t size)
{
    uint64_t differ = 0;
    bool sorted = true;
    for (size_t i = 1; i < n; i++) {
        differ |= get(items, i, size) ^ get(items, 0, size);
        sorted &= get(items, i - 1, size) <= get(items, i, size);
    }
    if (sorted)
        return;
    if (n <= FEW) {
        insert_sort(items, n, size);
        return;
    }
    void *other = base_mem_alloc(n * size), *from = items, *to = other;
    for (unsigned byte = 0; byte < size; byte++)
        if (differ >> 8 * byte & 255) {
            sort_by_byte(from, to, n, byte, size);
            void *old = from;
            from = to;
            to = old;
        }
    if (from != items)
        memcpy(items, from, n * size);
    free(other);
}

FOR_EACH_SIZE size_t sort_unique(void *items, size_t n, size_t size)
{
    size_t kept = 0;
    sort(items, n, size);
    for (size_t i = 0; i < n; i++)
        if (!kept || get(items, i, size) != get(items, kept - 1, size))
            put(items, kept++, get(items, i, size), size);
    return kept;
}

void base_sort_u32(uint32_t *items, size_t n)
{
    sort(items, n, sizeof *items);
}

void base_sort_u64(uint64_t *items, size_t n)
{
    sort(items, n, sizeof *items);
}

size_t base_sort_unique_u32(uint32_t *items, size_t n)
{
    return sort_unique(items, n, sizeof *items);
}

size_t base_sort_unique_u64(uint64_t *items, size_t n)
{
    return sort_unique(items, n, sizeof *items);
}

/* With the sign bit turned round the order is that of numbers without a sign. */
size_t base_sort_unique_i64(int64_t *items, size_t n)
{
    uint64_t *bits = (uint64_t *)items;
    for (size_t i = 0; i < n; i++)
        bits[i] ^= UINT64_C(1) << 63;
    n = base_sort_unique_u64(bits, n);
    for (size_t i = 0; i < n; i++)
        bits[i] ^= UINT64_C(1) << 63;
    return n;
}

uint32_t *base_list_by_key(const uint32_t *key, uint32_t n, uint32_t keys, uint32_t *list)
{
    uint32_t *first = base_mem_zalloc((keys + (size_t)2) * sizeof *first);
    for (uint32_t i = 0; i < n; i++)
        first[(key ? key[i] : 0) + (size_t)2]++;
    for (uint32_t k = 0; k < keys; k++)
        first[k + (size_t)2] += first[k + (size_t)1];
    for (uint32_t i = 0; i < n; i++)
        list[first[(key ? key[i] : 0) + (size_t)1]++] = i;
    return first;
}
