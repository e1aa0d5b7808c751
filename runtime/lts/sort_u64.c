/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sorting numbers: few by insertion, more by counting their bytes from the lowest to the highest (radix sort), where
 * the bytes that are the same in all of them cost nothing. Most keys here are pairs of small numbers.
 */
#include "runtime/lts/sort_u64.h"
#include "runtime/base/base.h"

enum { FEW = 24, BYTES = 8 };

static void insert_sort(uint64_t *items, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        uint64_t x = items[i];
        size_t j = i;
        for (; j && items[j - 1] > x; j--)
            items[j] = items[j - 1];
        items[j] = x;
    }
}

static void sort_by_byte(const uint64_t *from, uint64_t *to, size_t n, int byte)
{
    size_t at[257] = {0};
    for (size_t i = 0; i < n; i++)
        at[(from[i] >> 8 * byte & 255) + 1]++;
    for (int v = 0; v < 256; v++)
        at[v + 1] += at[v];
    for (size_t i = 0; i < n; i++)
        to[at[from[i] >> 8 * byte & 255]++] = from[i];
}

void sort_u64(uint64_t *items, size_t n)
{
    uint64_t differ = 0;
    bool sorted = true;
    for (size_t i = 1; i < n; i++) {
        differ |= items[i] ^ items[0];
        sorted &= items[i - 1] <= items[i];
    }
    if (sorted)
        return;
    if (n <= FEW) {
        insert_sort(items, n);
        return;
    }
    uint64_t *other = mem_alloc(n * sizeof *other), *from = items, *to = other;
    for (int byte = 0; byte < BYTES; byte++)
        if (differ >> 8 * byte & 255) {
            sort_by_byte(from, to, n, byte);
            uint64_t *old = from;
            from = to;
            to = old;
        }
    if (from != items)
        memcpy(items, from, n * sizeof *items);
    free(other);
}

size_t sort_unique_u64(uint64_t *items, size_t n)
{
    size_t kept = 0;
    sort_u64(items, n);
    for (size_t i = 0; i < n; i++)
        if (!kept || items[i] != items[kept - 1])
            items[kept++] = items[i];
    return kept;
}
