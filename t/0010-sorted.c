/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sorting and searching numbers agrees with the plain way, for few and many, near and far, equal and extreme ones.
 */
#include "runtime/base/base.h"
#include "runtime/base/sorted.h"
#include "tap.h"

enum { MOST = 400, ROUNDS = 3000 };

static uint64_t next(uint64_t *seed)
{
    return hash_u64((*seed)++);
}

/* How many of the n items are below x: the place where it belongs. */
static size_t below(const uint64_t *items, size_t n, uint64_t x)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += items[i] < x;
    return count;
}

static size_t times(const uint64_t *items, size_t n, uint64_t x)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += items[i] == x;
    return count;
}

/* `sorted` holds what `items` does, each as often, ascending. */
static bool is_sorted_of(const uint64_t *sorted, const uint64_t *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((i && sorted[i - 1] > sorted[i]) || times(items, n, sorted[i]) != times(sorted, n, sorted[i]))
            return false;
    return true;
}

static bool is_set_of(const uint64_t *set, size_t kept, const uint64_t *items, size_t n)
{
    for (size_t i = 0; i + 1 < kept; i++)
        if (set[i] >= set[i + 1])
            return false;
    for (size_t i = 0; i < n; i++)
        if (times(set, kept, items[i]) != 1)
            return false;
    for (size_t i = 0; i < kept; i++)
        if (!times(items, n, set[i]))
            return false;
    return true;
}

struct both {
    uint64_t wide[MOST];
    uint32_t narrow[MOST];
};

static void widen(struct both *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        b->wide[i] = b->narrow[i];
}

/* Numbers of few or many different bytes, with and without the greatest. */
static size_t make(uint64_t *seed, bool narrow, struct both *b)
{
    size_t n = next(seed) % (next(seed) % 4 ? 40 : MOST);
    unsigned bits = 1 + (unsigned)(next(seed) % (narrow ? 32 : 64)), up = (unsigned)(next(seed) % (narrow ? 32 : 64));
    for (size_t i = 0; i < n; i++) {
        uint64_t x = next(seed) >> (64 - bits) << up;
        if (next(seed) % 20 == 0)
            x = UINT64_MAX;
        b->narrow[i] = (uint32_t)x;
        b->wide[i] = narrow ? (uint32_t)x : x;
    }
    return n;
}

static bool sorts(uint64_t *seed)
{
    struct both b = {0}, sorted;
    for (int i = 0; i < ROUNDS; i++) {
        bool narrow = i & 1;
        size_t n = make(seed, narrow, &b);
        sorted = b;
        if (narrow) {
            base_sort_u32(sorted.narrow, n);
            widen(&sorted, n);
        } else {
            base_sort_u64(sorted.wide, n);
        }
        if (!is_sorted_of(sorted.wide, b.wide, n))
            return false;
        sorted = b;
        size_t kept = narrow ? base_sort_unique_u32(sorted.narrow, n) : base_sort_unique_u64(sorted.wide, n);
        if (narrow)
            widen(&sorted, kept);
        if (!is_set_of(sorted.wide, kept, b.wide, n))
            return false;
    }
    return true;
}

/* One search in `n` ascending numbers, from a place that is not behind what is searched. */
static bool found(const struct both *b, bool narrow, size_t n, size_t from, uint64_t x)
{
    size_t place = below(b->wide, n, x);
    from = from < place ? from : place;
    if (narrow) {
        uint32_t y = (uint32_t)x;
        return lower_bound_u32(b->narrow, from, n, y) == place && gallop_u32(b->narrow, from, n, y) == place &&
               sorted_has_u32(b->narrow, n, y) == (times(b->wide, n, x) > 0);
    }
    return lower_bound_u64(b->wide, from, n, x) == place && gallop_u64(b->wide, from, n, x) == place &&
           sorted_has_u64(b->wide, n, x) == (times(b->wide, n, x) > 0);
}

static bool finds(uint64_t *seed)
{
    struct both b = {0};
    for (int i = 0; i < ROUNDS; i++) {
        bool narrow = i & 1;
        size_t n = make(seed, narrow, &b);
        base_sort_u64(b.wide, n);
        base_sort_u32(b.narrow, n);
        for (int k = 0; k < 20; k++) {
            uint64_t x = n && k & 1 ? b.wide[next(seed) % n] + next(seed) % 3 - 1 : next(seed) >> next(seed) % 64;
            if (!found(&b, narrow, n, next(seed) % (n + 1), narrow ? (uint32_t)x : x))
                return false;
        }
    }
    return true;
}

int main(void)
{
    uint64_t first = 20261121, seed = first;
    printf("# seed %llu\n", (unsigned long long)first);
    ok(sorts(&seed), "sorting, with and without duplicates, agrees with counting");
    ok(finds(&seed), "searching agrees with counting");
    int64_t with_sign[] = {3, INT64_MIN, -1, 3, INT64_MAX, 0, -1, -7};
    const int64_t ascending[] = {INT64_MIN, -7, -1, 0, 3, INT64_MAX};
    ok(base_sort_unique_i64(with_sign, 8) == 6 && !memcmp(with_sign, ascending, sizeof ascending),
       "numbers with a sign, the least first, each once");
    ok(!base_sort_unique_u32(NULL, 0) && !base_sort_unique_u64(NULL, 0) && !sorted_has_u32(NULL, 0, 0) &&
           !gallop_u64(NULL, 0, 0, 1),
       "an empty array may be NULL");
    const uint32_t key[] = {2, 0, 2, 3, 0}, by_key[] = {1, 4, 0, 2, 3}, begin[] = {0, 2, 2, 4, 5};
    uint32_t list[5], *row = base_list_by_key(key, 5, 4, list);
    ok(!memcmp(list, by_key, sizeof by_key) && !memcmp(row, begin, sizeof begin),
       "numbers by their keys, ascending; a key may have none");
    free(row);
    row = base_list_by_key(NULL, 5, 1, list);
    ok(row[1] == 5 && list[0] == 0 && list[4] == 4, "without keys all are in one list");
    free(row);
    return done();
}
