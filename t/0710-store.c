/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The state store against a list of everything that was put into it: full, near and changed additions agree.
 */
#include <stdlib.h>

#include "runtime/avm/store/store.h"
#include "tap.h"

enum { SEED = 7, LONGEST = 300 };

static uint32_t random_below(uint64_t *state, uint32_t n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 33) % n);
}

/* What was stored, found by looking through all of it. */
struct seen {
    uint32_t n, words[LONGEST];
};
static struct seen *seen;
static uint32_t seen_count;

static uint32_t seen_find(const uint32_t *words, uint32_t n)
{
    for (uint32_t i = 0; i < seen_count; i++)
        if (seen[i].n == n && !memcmp(seen[i].words, words, n * sizeof *words))
            return i;
    return seen_count;
}

static void seen_add(const uint32_t *words, uint32_t n)
{
    seen[seen_count].n = n;
    memcpy(seen[seen_count++].words, words, n * sizeof *words);
}

/* Random vectors of every length up to 40 and some long ones, with words from a small range so that they repeat. */
static void test_vectors(struct store *s)
{
    uint64_t r = SEED;
    bool ids = true, news = true, back = true, lengths = true;
    for (int round = 0; round < 6000; round++) {
        uint32_t words[LONGEST], got[LONGEST], n = round % 50 ? random_below(&r, 41) : random_below(&r, LONGEST), m;
        for (uint32_t i = 0; i < n; i++)
            words[i] = random_below(&r, n < 6 ? 3 : 2) * (round % 3 ? 1 : UINT32_MAX);
        uint32_t expected = seen_find(words, n);
        bool is_new, should_be_new = expected == seen_count;
        if (should_be_new)
            seen_add(words, n);
        ids &= avm_store_add(s, words, n, &is_new) == expected;
        news &= is_new == should_be_new;
        avm_store_get(s, expected, got, &m);
        back &= m == n && !memcmp(got, words, n * sizeof *words);
        lengths &= avm_store_length(s, expected) == n;
    }
    ok(ids, "equal vectors get equal numbers, new ones the next number");
    ok(news, "new is what was not there before");
    ok(back, "what was stored comes back");
    ok(lengths, "and its length");
    ok(avm_store_count(s) == seen_count, "states are numbered densely: %u", seen_count);
    ok(seen_find((uint32_t[]){0}, 0) < seen_count && seen_find((uint32_t[]){0, 0}, 1) < seen_count &&
           seen_find((uint32_t[]){0, 0}, 2) < seen_count && seen_find((uint32_t[]){0, 0, 0}, 3) < seen_count,
       "vectors of zeros of different lengths were among them");
}

/* From random states, successors with a few words changed: by index, by comparison, and whole. */
static void test_successors(struct store *s)
{
    uint64_t r = SEED + 1;
    struct store_cursor c = {0};
    bool changed_agree = true, near_agree = true, news = true, kept = true, opened = true;
    for (int round = 0; round < 4000; round++) {
        uint32_t words[LONGEST], changed[8], count = random_below(&r, 9), state = random_below(&r, seen_count);
        const struct seen *v = &seen[state];
        avm_store_open(s, state, &c);
        opened &= c.n == v->n && !memcmp(c.words, v->words, v->n * sizeof *words);
        memcpy(words, v->words, v->n * sizeof *words);
        count = v->n ? count : 0;
        for (uint32_t i = 0; i < count; i++) {
            changed[i] = random_below(&r, v->n);
            words[changed[i]] = random_below(&r, 3);
        }
        uint32_t n = v->n, expected = seen_find(words, n);
        bool should_be_new = expected == seen_count, is_new;
        uint32_t got = round % 2 ? store_add_changed(s, &c, words, changed, count, &is_new)
                                 : avm_store_add_near(s, &c, words, n, &is_new);
        changed_agree &= got == expected || !(round % 2);
        near_agree &= got == expected || round % 2;
        news &= is_new == should_be_new;
        if (should_be_new)
            seen_add(words, n);
        changed_agree &= avm_store_add(s, words, n, &is_new) == got && !is_new;
        near_agree &= avm_store_add_near(s, &c, words, n, &is_new) == got && !is_new;
        kept &= store_add_changed(s, &c, v->words, changed, count, &is_new) == state && !is_new;
        if (n)
            near_agree &= avm_store_add_near(s, &c, words, n - 1, &is_new) == seen_find(words, n - 1);
        if (n && is_new)
            seen_add(words, n - 1);
    }
    ok(opened, "a cursor shows the words of its state");
    ok(changed_agree, "adding by changed words gives what adding the whole gives");
    ok(near_agree, "so does adding by comparison, of another length too");
    ok(news, "and says what is new");
    ok(kept, "adding leaves the cursor as it was");
    avm_store_close(&c);
}

static void test_growth(void)
{
    enum { N = 300000 };
    struct store *s = avm_store_new();
    bool is_new, all_new = true, all_found = true, back = true;
    uint32_t words[3], n;
    for (uint32_t i = 0; i < N; i++) {
        words[0] = i, words[1] = i * 7919, words[2] = ~i;
        all_new &= avm_store_add(s, words, 3, &is_new) == i && is_new;
        if (i % 2)
            avm_store_set_pred(s, i, i - 1);
    }
    for (uint32_t i = 0; i < N; i++) {
        words[0] = i, words[1] = i * 7919, words[2] = ~i;
        all_found &= avm_store_add(s, words, 3, &is_new) == i && !is_new;
        memset(words, 0, sizeof words);
        avm_store_get(s, i, words, &n);
        back &= n == 3 && words[0] == i && words[1] == i * 7919 && words[2] == ~i;
    }
    ok(all_new && all_found && back, "%d states survive growing", N);
    ok(avm_store_pred(s, 7) == 6 && avm_store_pred(s, N - 1) == N - 2, "predecessors are kept");
    ok(avm_store_pred(s, 6) == UINT32_MAX && avm_store_pred(s, N + 100000) == UINT32_MAX, "and known not to be set");
    ok(avm_store_payload_bytes(s) >= 12 * (size_t)N && avm_store_bytes(s) >= avm_store_payload_bytes(s),
       "bytes are counted");
    avm_store_free(s);
}

static void test_limits(void)
{
    struct store *s = avm_store_new();
    struct store_cursor c = {0};
    bool is_new, was_found = true;
    uint32_t i, got = 0;
    avm_store_limit(s, 500);
    for (i = 0; i < 2000 && got != STORE_FULL; i++)
        got = avm_store_add(s, (uint32_t[]){i, 1, 2, 3, 4}, 5, &is_new);
    ok(got == STORE_FULL && !is_new, "a full store says so");
    for (uint32_t k = 0; k + 1 < i; k++)
        was_found &= avm_store_add(s, (uint32_t[]){k, 1, 2, 3, 4}, 5, &is_new) == k && !is_new;
    ok(i > 100 && was_found, "and still finds what it has");
    avm_store_open(s, 3, &c);
    ok(avm_store_add_near(s, &c, (uint32_t[]){77777, 1, 2, 3, 4}, 5, &is_new) == STORE_FULL,
       "successors meet the limit too");
    ok(avm_store_add_near(s, &c, (uint32_t[]){3, 1, 2, 3, 4}, 5, &is_new) == 3, "and leave the cursor as it was");
    avm_store_close(&c);
    avm_store_free(s);

    s = avm_store_new();
    uint32_t *words = calloc(STORE_MAX_WORDS + 1, sizeof *words), n;
    words[STORE_MAX_WORDS - 1] = 5;
    ok(avm_store_add(s, words, STORE_MAX_WORDS, &is_new) == 0 && is_new, "the longest vector is stored");
    avm_store_open(s, 0, &c);
    words[12345] = 1;
    ok(avm_store_add_near(s, &c, words, STORE_MAX_WORDS, &is_new) == 1 && is_new, "and its successor");
    words[12345] = 0;
    ok(avm_store_add(s, words, STORE_MAX_WORDS, &is_new) == 0, "and found again");
    avm_store_get(s, 1, words, &n);
    ok(n == STORE_MAX_WORDS && words[12345] == 1 && words[n - 1] == 5 && words[n - 2] == 0, "and comes back");
    ok(avm_store_add(s, words, STORE_MAX_WORDS + 1, &is_new) == STORE_FULL, "a longer one is refused");
    free(words);
    avm_store_close(&c);
    avm_store_free(s);
}

int main(void)
{
    printf("# seed %d\n", SEED);
    struct store *s = avm_store_new();
    seen = malloc(20000 * sizeof *seen);
    test_vectors(s);
    test_successors(s);
    avm_store_free(s);
    free(seen);
    test_growth();
    test_limits();
    return done();
}
