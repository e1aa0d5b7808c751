/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Arrays of numbers in ascending order: sorting and searching. An array may be NULL where it is empty.
 * Source of the galloping search: Bentley, Yao, An almost optimal algorithm for unbounded searching, 1976.
 */
#ifndef CWOLF_SORTED_H
#define CWOLF_SORTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void base_sort_u32(uint32_t *items, size_t n);
void base_sort_u64(uint64_t *items, size_t n);
/* These sort and take duplicates out; they return how many are left. */
size_t base_sort_unique_u32(uint32_t *items, size_t n);
size_t base_sort_unique_u64(uint64_t *items, size_t n);
size_t base_sort_unique_i64(int64_t *items, size_t n);

/* The numbers below n by their keys, which are below `keys` (`key` NULL: all are 0): those of key k are list[first[k]]
 * .. list[first[k + 1] - 1], ascending. `list` has room for n; `first` is returned, malloc'd. */
uint32_t *base_list_by_key(const uint32_t *key, uint32_t n, uint32_t keys, uint32_t *list);

/* The first place of from .. end-1 whose item is not below x, or `end`. */
static inline size_t lower_bound_u32(const uint32_t *items, size_t from, size_t end, uint32_t x)
{
    while (from < end) {
        size_t middle = from + (end - from) / 2;
        if (items[middle] < x)
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

static inline size_t lower_bound_u64(const uint64_t *items, size_t from, size_t end, uint64_t x)
{
    while (from < end) {
        size_t middle = from + (end - from) / 2;
        if (items[middle] < x)
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

static inline size_t lower_bound_i64(const int64_t *items, size_t from, size_t end, int64_t x)
{
    while (from < end) {
        size_t middle = from + (end - from) / 2;
        if (items[middle] < x)
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

/* The same by steps that double: near places are found soon, far ones in the logarithm of their distance. */
static inline size_t gallop_u32(const uint32_t *items, size_t from, size_t end, uint32_t x)
{
    size_t step = 1, to = from;
    for (; to < end && items[to] < x; step *= 2) {
        from = to + 1;
        to += step;
    }
    return lower_bound_u32(items, from, to < end ? to : end, x);
}

static inline size_t gallop_u64(const uint64_t *items, size_t from, size_t end, uint64_t x)
{
    size_t step = 1, to = from;
    for (; to < end && items[to] < x; step *= 2) {
        from = to + 1;
        to += step;
    }
    return lower_bound_u64(items, from, to < end ? to : end, x);
}

static inline bool sorted_has_u32(const uint32_t *items, size_t n, uint32_t x)
{
    size_t i = lower_bound_u32(items, 0, n, x);
    return i < n && items[i] == x;
}

static inline bool sorted_has_u64(const uint64_t *items, size_t n, uint64_t x)
{
    size_t i = lower_bound_u64(items, 0, n, x);
    return i < n && items[i] == x;
}

#endif
