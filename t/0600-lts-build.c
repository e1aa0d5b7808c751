/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Storage of transition systems: what was added in any order is found again in rows, once, and reachable parts are
 * canonical. Random systems are compared with a list kept beside.
 */
#include "runtime/lts/lts.h"
#include "tap.h"

#include <stdlib.h>

static uint64_t seed = 20240229;

static uint32_t any(uint32_t below)
{
    seed += 0x9e3779b97f4a7c15u;
    return (uint32_t)(hash_u64(seed) >> 33) % below;
}

static struct lts *four_added(bool keep_must, bool keep_origin)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t a = lts_builder_label(b, "a"), c = lts_builder_label(b, "c");
    lts_builder_add(b, 2, c, 0, true, 7);
    lts_builder_add(b, 0, a, 2, false, 8);
    lts_builder_add(b, 0, a, 1, true, 9);
    lts_builder_add(b, 0, a, 2, true, 10); /* again, and must now */
    lts_builder_add(b, 0, LTS_TAU, 2, false, 11);
    return lts_builder_finish(b, 0, keep_must, keep_origin);
}

static void test_rows(void)
{
    struct lts *l = four_added(true, true);
    ok(l->states == 3 && lts_transitions(l) == 4, "three states are named, and of five transitions two are equal");
    ok(l->label[0] == LTS_TAU && l->target[1] == 1 && l->target[2] == 2, "a row is sorted by label, then target");
    ok(!lts_is_must(l, 0) && lts_is_must(l, 1) && lts_is_must(l, 2) && lts_is_must(l, 3),
       "of two equal the must one stays");
    ok(l->origin[0] == 11 && l->origin[2] == 10 && l->origin[3] == 7, "with its origin");
    is(lts_label(l, 3), "c", "labels keep their names");
    is(lts_label(l, 0), "i", "tau is called i");
    ok(l->first[1] == 3 && l->first[2] == 3 && l->first[3] == 4, "a state without transitions has an empty row");
    lts_free(l);
    l = four_added(false, false);
    ok(!l->must && !l->origin, "must bits and origins are dropped when they are not wanted");
    lts_free(l);
}

static void test_one_state(void)
{
    struct lts *l = lts_builder_finish(lts_builder_new(), 0, true, true);
    ok(l->states == 1 && lts_transitions(l) == 0, "a builder to which nothing was added gives one state");
    struct lts *copy = lts_copy(l), *reach = lts_reachable(copy);
    ok(reach->states == 1 && lts_deterministic(reach), "which can be copied and reduced to what is reachable");
    lts_free(l);
    lts_free(copy);
    lts_free(reach);
    struct lts_builder *b = lts_builder_new();
    lts_builder_states(b, 5);
    l = lts_builder_finish(b, 7, false, false);
    ok(l->states == 8, "the initial state exists");
    lts_free(l);
}

static void test_deterministic(void)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t a = lts_builder_label(b, "a");
    lts_builder_add(b, 0, a, 1, true, 0);
    lts_builder_add(b, 0, lts_builder_label(b, "b"), 2, true, 0);
    struct lts *l = lts_builder_finish(b, 0, false, false);
    ok(lts_deterministic(l), "one target for each label is deterministic");
    lts_free(l);
    b = lts_builder_new();
    lts_builder_add(b, 0, LTS_TAU, 1, true, 0);
    l = lts_builder_finish(b, 0, false, false);
    ok(!lts_deterministic(l), "a silent step is not");
    lts_free(l);
    l = four_added(false, false);
    ok(!lts_deterministic(l), "two targets for a label are not");
    lts_free(l);
}

/* ---- random systems ---------------------------------------------------------------------------------------------- */

struct added {
    uint32_t from, label, to, origin;
    bool must;
};

/* The transition that must survive of those equal to x: the first must one, else the first. */
static const struct added *survivor(const struct added *all, size_t n, uint32_t from, uint32_t label, uint32_t to)
{
    const struct added *best = NULL;
    for (size_t i = 0; i < n; i++)
        if (all[i].from == from && all[i].label == label && all[i].to == to && (!best || (all[i].must && !best->must)))
            best = &all[i];
    return best;
}

static bool agrees(const struct lts *l, const struct added *all, size_t n)
{
    size_t distinct = 0;
    for (size_t i = 0; i < n; i++)
        distinct += survivor(all, i, all[i].from, all[i].label, all[i].to) == NULL;
    if (lts_transitions(l) != distinct)
        return false;
    for (uint32_t s = 0; s < l->states; s++)
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++) {
            const struct added *x = survivor(all, n, s, l->label[t], l->target[t]);
            if (!x || x->must != lts_is_must(l, t) || x->origin != l->origin[t])
                return false;
            if (t > l->first[s] &&
                (l->label[t] < l->label[t - 1] || (l->label[t] == l->label[t - 1] && l->target[t] <= l->target[t - 1])))
                return false;
        }
    return true;
}

static struct lts *random_system(struct added *all, size_t n, uint32_t states, bool ascending)
{
    struct lts_builder *b = lts_builder_new();
    lts_builder_label(b, "a");
    lts_builder_label(b, "b");
    for (size_t i = 0; i < n; i++) {
        uint32_t from = ascending ? (uint32_t)(i * states / n) : any(states);
        all[i] = (struct added){from, any(3), any(states), any(5) ? 3 : any(1000), any(4) != 0};
        lts_builder_add(b, all[i].from, all[i].label, all[i].to, all[i].must, all[i].origin);
    }
    return lts_builder_finish(b, 0, true, true);
}

static bool same(const struct lts *a, const struct lts *b)
{
    uint64_t n = lts_transitions(a);
    if (a->states != b->states || a->initial != b->initial || n != lts_transitions(b) ||
        memcmp(a->first, b->first, (a->states + (size_t)1) * sizeof *a->first) ||
        memcmp(a->label, b->label, n * sizeof *a->label) || memcmp(a->target, b->target, n * sizeof *a->target) ||
        memcmp(a->origin, b->origin, n * sizeof *a->origin))
        return false;
    for (uint64_t t = 0; t < n; t++)
        if (lts_is_must(a, t) != lts_is_must(b, t))
            return false;
    return true;
}

static void test_random(void)
{
    enum { MOST = 300 };
    static struct added all[MOST];
    bool rows = true, copies = true, canonical = true, renamed = true;
    for (int round = 0; round < 2000; round++) {
        uint32_t states = 1 + any(round % 3 ? 9 : 60), n = 1 + any(MOST);
        struct lts *l = random_system(all, n, states, round & 1);
        rows &= agrees(l, all, n);
        struct lts *copy = lts_copy(l), *reach = lts_reachable(l), *again = lts_reachable(reach);
        copies &= same(l, copy);
        canonical &= same(reach, again);
        renamed &= reach->states <= l->states && reach->initial == 0;
        for (uint32_t s = 1, seen = 1; s < reach->states; s++) { /* breadth first: numbers appear in order */
            bool target = false;
            for (uint64_t t = 0; t < reach->first[s]; t++)
                target |= reach->target[t] == s;
            renamed &= target;
            seen++;
        }
        lts_free(l);
        lts_free(copy);
        lts_free(reach);
        lts_free(again);
    }
    ok(rows, "random transitions are found again, sorted, once, with the right must bit and origin");
    ok(copies, "copies are equal");
    ok(canonical, "the reachable part of a reachable part is the same system");
    ok(renamed, "states are numbered breadth first from 0: each is a target of a lower one's row");
}

static void test_large_row(void)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t a = lts_builder_label(b, "a");
    for (uint32_t i = 0; i < 200000; i++)
        lts_builder_add(b, 0, a, (i * 7919u) % 100000, true, 0);
    struct lts *l = lts_builder_finish(b, 0, false, false);
    ok(lts_transitions(l) == 100000, "a row of 200,000 transitions with duplicates is sorted too");
    lts_free(l);
}

int main(void)
{
    test_rows();
    test_one_state();
    test_deterministic();
    test_random();
    test_large_row();
    return done();
}
