/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sets of numbers as tries: unions of random sets have the members they should, and equal sets are one number, however
 * they were made.
 */
#include "runtime/lts/compare/trie.h"
#include "tap.h"

enum { RANGE = 20000, SETS = 300, ROUNDS = 4000 };

static uint64_t state = 20643;

static uint32_t draw(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % below;
}

struct known {
    uint32_t set;
    uint8_t has[RANGE];
};

/* The set made at once of what the map says. */
static uint32_t made_at_once(struct tries *x, const uint8_t *has)
{
    struct u32s numbers = {0};
    for (uint32_t i = 0; i < RANGE; i++)
        if (has[i])
            vec_push(&numbers, i);
    uint32_t set = compare_trie_of(x, numbers.items, numbers.count);
    vec_free(&numbers);
    return set;
}

static bool has_members(const struct tries *x, const struct known *k)
{
    struct u32s members = {0};
    size_t at = 0;
    bool fine = true;
    compare_trie_members(x, k->set, &members);
    for (uint32_t i = 0; i < RANGE && fine; i++)
        if (k->has[i])
            fine = at < members.count && members.items[at++] == i;
    fine &= at == members.count;
    vec_free(&members);
    return fine;
}

int main(void)
{
    struct tries x;
    struct known *sets = base_mem_zalloc(SETS * sizeof *sets);
    bool members = true, one = true;
    printf("# seed %llu\n", (unsigned long long)state);
    compare_tries_init(&x, 1 << 22);
    for (uint32_t i = 1; i < SETS; i++) { /* from none to many, in a small part of the range or in all of it */
        uint32_t spread = i % 3 ? 100 : RANGE, begin = draw(RANGE - spread + 1);
        for (uint32_t n = draw(i % 2 ? 4 : 60); n; n--)
            sets[i].has[begin + draw(spread)] = 1;
        sets[i].set = made_at_once(&x, sets[i].has);
    }
    for (uint32_t round = 0; round < ROUNDS && members && one; round++) {
        struct known *a = &sets[draw(SETS)], *b = &sets[draw(SETS)], *out = &sets[draw(SETS)];
        if (round % 50 == 0)
            memset(out->has, 0, RANGE), out->set = 0;
        uint32_t set = compare_trie_union(&x, a->set, b->set);
        for (uint32_t i = 0; i < RANGE; i++)
            out->has[i] = a->has[i] | b->has[i];
        out->set = set;
        members = has_members(&x, out);
        one = made_at_once(&x, out->has) == set && compare_trie_union(&x, set, set) == set;
    }
    ok(members, "unions have the members of both");
    ok(one, "a set is one number, however it was made");
    ok(!x.full, "and it took fewer nodes than allowed");
    compare_tries_free(&x);
    compare_tries_init(&x, 50);
    uint32_t all = 0;
    for (uint32_t i = 0; i < 100; i++) {
        uint32_t two[] = {i * 64, i * 640 + 100000};
        all = compare_trie_union(&x, all, compare_trie_of(&x, two, 2));
    }
    ok(x.full && x.nodes.count <= 50, "with more nodes than allowed it says so");
    compare_tries_free(&x);
    free(sets);
    return done();
}
