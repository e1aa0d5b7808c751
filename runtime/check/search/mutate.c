/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Inputs are changed here and there.
 *
 * Source: Zalewski, American Fuzzy Lop, technical details (its random stage, its dictionaries).
 */
#include "mutate.h"

static int64_t some_number(struct mutation *x, int64_t now)
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
        return x->count ? x->items[hash_random(x->seed, x->count)].value : (int64_t)hash_random(x->seed, 2000);
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
        return x->other_count ? x->other[hash_random(x->seed, x->other_count)].value : now;
    default:
        return x->number_count ? x->numbers[hash_random(x->seed, x->number_count)] : now;
    }
}

/* Mostly what texts are made of. */
static int64_t some_character(struct mutation *x, int64_t now)
{
    static const char some[] = " \n\t\"'-=/.,:;#()[]{}<>|&*+_019azAZ";
    switch (hash_random(x->seed, 6)) {
    case 0:
        return some_number(x, now);
    case 1:
        return ' ' + (int64_t)hash_random(x->seed, '~' - ' ' + 1);
    case 2:
        return 0;
    default:
        return some[hash_random(x->seed, sizeof some - 1)];
    }
}

static struct mutated some_value(struct mutation *x, struct mutated now)
{
    enum { OFTEN = 4, LITTLE = 12 }; /* LITTLE: what is in a file that is there */
    switch (now.kind) {
    case INPUT_CHOICE:
        now.value = hash_random(x->seed, OFTEN) ? !now.value : 1 + (int64_t)hash_random(x->seed, LITTLE);
        break;
    case INPUT_CHARACTER:
        now.value = some_character(x, now.value);
        break;
    default:
        now.value = some_number(x, now.value);
    }
    return now;
}

static void insert(struct mutation *x, size_t at, const struct mutated *values, size_t n)
{
    memmove(&x->items[at + n], &x->items[at], (x->count - at) * sizeof *values);
    memcpy(&x->items[at], values, n * sizeof *values);
    x->count += (uint32_t)n;
}

/* What is put there is of the kind of what it moves. */
static enum input_kind kind_at(const struct mutation *x, size_t at)
{
    return at < x->count ? x->items[at].kind : at ? x->items[at - 1].kind : INPUT_NUMBER;
}

/* Something that was done is done again, here or as another did it: some inputs in a row. */
static void repeat(struct mutation *x, const struct mutated *items, uint32_t count)
{
    enum { ROW = 6 };
    struct mutated row[ROW];
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

static void put_word(struct mutation *x)
{
    const struct word *w = &x->words[hash_random(x->seed, x->word_count)];
    size_t at = hash_random(x->seed, x->count + 1);
    bool moves_in = hash_random(x->seed, 2) || at + w->size > x->count;
    struct mutated row[WORD_LONGEST];
    for (size_t i = 0; i < w->size; i++)
        row[i] = (struct mutated){w->text[i], INPUT_CHARACTER};
    if (moves_in && x->count + w->size <= x->most)
        insert(x, at, row, w->size);
    else if (!moves_in)
        memcpy(&x->items[at], row, w->size * sizeof *row);
}

void check_mutate(struct mutation *x)
{
    enum { HOWS = 12, WITH_WORDS = 14 };
    size_t at = hash_random(x->seed, x->count + 1);
    uint32_t how = hash_random(x->seed, x->word_count ? WITH_WORDS : HOWS);
    if (how >= HOWS) {
        put_word(x);
    } else if (how < 6 && x->count) {
        at = hash_random(x->seed, x->count);
        x->items[at] = some_value(x, x->items[at]);
    } else if (how < 8 && x->count < x->most) {
        struct mutated v = some_value(x, (struct mutated){0, kind_at(x, at)});
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
