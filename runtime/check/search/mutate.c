/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Inputs are changed here and there.
 *
 * Source: Zalewski, American Fuzzy Lop, technical details (its random stage).
 */
#include "mutate.h"

static int64_t some_value(struct mutation *x, int64_t now)
{
    static const int64_t some[] = {0, 1, -1, 2, 10, ' ', '\n', 'a', '0', 100, 255, 256, 1000, INT32_MAX, INT32_MIN};
    switch (hash_random(x->seed, 14)) {
    case 0:
        return some[hash_random(x->seed, sizeof some / sizeof *some)];
    case 1:
        return now + (int64_t)hash_random(x->seed, 21) - 10;
    case 2:
        return now ^ (int64_t)(UINT64_C(1) << hash_random(x->seed, 32));
    case 3:
        return (int64_t)hash_random(x->seed, 256);
    case 4:
        return now * 2 - (int64_t)hash_random(x->seed, 2);
    case 5:
        return x->count ? x->items[hash_random(x->seed, x->count)] : (int64_t)hash_random(x->seed, 2000);
    case 6:
    case 7:
        return (int64_t)hash_random(x->seed, 12);
    case 8:
        return (int64_t)((uint64_t)now + (UINT64_C(1) << hash_random(x->seed, 32)));
    case 9:
        return (int64_t)((uint64_t)now - (UINT64_C(1) << hash_random(x->seed, 32)));
    case 10:
        *x->seed = hash_u64(*x->seed + 1);
        return (int64_t)(*x->seed >> (32 + hash_random(x->seed, 31)));
    case 11:
        return x->other_count ? x->other[hash_random(x->seed, x->other_count)] : now;
    default:
        return x->number_count ? x->numbers[hash_random(x->seed, x->number_count)] : now;
    }
}

static void insert(struct mutation *x, size_t at, const int64_t *values, size_t n)
{
    memmove(&x->items[at + n], &x->items[at], (x->count - at) * sizeof *values);
    memcpy(&x->items[at], values, n * sizeof *values);
    x->count += (uint32_t)n;
}

/* Something that was done is done again, here or as another did it: some inputs in a row. */
static void repeat(struct mutation *x, const int64_t *items, uint32_t count)
{
    enum { ROW = 6 };
    int64_t row[ROW];
    size_t from = hash_random(x->seed, count), left = count - from;
    size_t size = 1 + hash_random(x->seed, left < ROW ? left : ROW), at = hash_random(x->seed, x->count + 1);
    memcpy(row, &items[from], size * sizeof *row);
    if (x->count + size <= x->most)
        insert(x, at, row, size);
}

/* Its beginning goes on with the end of the other. */
static void splice(struct mutation *x)
{
    uint32_t at = hash_random(x->seed, x->count + 1), from = hash_random(x->seed, x->other_count);
    uint32_t n = x->other_count - from;
    n = n < x->most - at ? n : x->most - at;
    memcpy(&x->items[at], &x->other[from], n * sizeof *x->items);
    x->count = at + n;
}

void check_mutate(struct mutation *x)
{
    size_t at = hash_random(x->seed, x->count + 1);
    uint32_t how = hash_random(x->seed, 12);
    if (how < 6 && x->count) {
        at = hash_random(x->seed, x->count);
        x->items[at] = some_value(x, x->items[at]);
    } else if (how < 8 && x->count < x->most) {
        int64_t v = some_value(x, 0);
        insert(x, at, &v, 1);
    } else if (how < 9 && x->count) {
        repeat(x, x->items, x->count);
    } else if (how < 10 && x->other_count) {
        hash_random(x->seed, 2) ? splice(x) : repeat(x, x->other, x->other_count);
    } else if (at < x->count) {
        memmove(&x->items[at], &x->items[at + 1], (x->count - at - 1) * sizeof *x->items);
        x->count--;
    }
}
