/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Isomorphism of small random systems against all permutations; systems in which colours tell nothing; work that is
 * given up says so.
 */
#include "runtime/lts/lts.h"
#include "tap.h"

enum { MOST = 6, PAIRS = 3000 };

static uint64_t state = 20644;

static uint32_t draw(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % below;
}

struct edge {
    uint32_t from, label, to;
};

static struct lts *build(uint32_t states, const struct edge *edge, size_t n, const uint32_t *number)
{
    static const char *const names[] = {"i", "a", "b"};
    struct lts_builder *b = lts_builder_new();
    for (size_t i = n; i-- > 0;)
        lts_builder_add(b, number[edge[i].from], lts_builder_label(b, names[edge[i].label]), number[edge[i].to], true,
                        0);
    lts_builder_states(b, states);
    return lts_builder_finish(b, number[0], false, false);
}

static void permute(uint32_t *number, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = draw(i + 1);
        number[i] = number[j];
        number[j] = i;
    }
}

static bool has_edge(const struct lts *l, uint32_t from, const char *label, uint32_t to)
{
    for (uint64_t t = l->first[from]; t < l->first[from + 1]; t++)
        if (l->target[t] == to && !strcmp(lts_label(l, t), label))
            return true;
    return false;
}

/* Whether some way to number the states of `a` from `at` on makes it `b`; they have equally many transitions. */
static bool some_permutation(const struct lts *a, const struct lts *b, uint32_t *of, uint32_t at)
{
    if (at < a->states) {
        bool found = false;
        for (uint32_t u = 0; u < b->states && !found; u++) {
            bool taken = false;
            for (uint32_t s = 0; s < at; s++)
                taken |= of[s] == u;
            of[at] = u;
            found = !taken && some_permutation(a, b, of, at + 1);
        }
        return found;
    }
    bool fine = of[a->initial] == b->initial;
    for (uint32_t s = 0; s < a->states; s++)
        for (uint64_t t = a->first[s]; t < a->first[s + 1]; t++)
            fine = fine && has_edge(b, of[s], lts_label(a, t), of[a->target[t]]);
    return fine;
}

/* By the textbook, of the reachable parts. */
static bool expected(const struct lts *a, const struct lts *b)
{
    uint32_t of[MOST];
    struct lts *x = lts_reachable(a), *y = lts_reachable(b);
    bool same = x->states == y->states && lts_transitions(x) == lts_transitions(y) && some_permutation(x, y, of, 0);
    lts_free(x);
    lts_free(y);
    return same;
}

static struct diag d;

static enum status compare(const struct lts *a, const struct lts *b, const struct lts_control *c, bool *same)
{
    struct lts_comparison out;
    enum status st = lts_compare(a, b, LTS_REL_NONE, false, c, &out, &d);
    *same = st == ST_OK && out.verdict == LTS_VERDICT_TRUE;
    if (st == ST_OK)
        lts_comparison_free(&out);
    return st;
}

static void test_random(void)
{
    int wrong = 0, yes = 0, no = 0;
    for (int i = 0; i < PAIRS; i++) {
        struct edge edge[12];
        uint32_t states = 1 + draw(MOST), number[MOST];
        size_t n = draw(12) + 1;
        for (size_t k = 0; k < n; k++)
            edge[k] = (struct edge){draw(states), draw(3), draw(states)};
        permute(number, states);
        struct lts *a = build(states, edge, n, number);
        if (draw(2))
            edge[draw((uint32_t)n)].to = draw(states);
        permute(number, states);
        struct lts *b = build(states, edge, n, number);
        bool same, right = expected(a, b);
        wrong += compare(a, b, NULL, &same) != ST_OK || same != right;
        yes += right;
        no += !right;
        lts_free(a);
        lts_free(b);
    }
    ok(!wrong && yes > PAIRS / 10 && no > PAIRS / 10, "%d random pairs, %d isomorphic: %d wrong", PAIRS, yes, wrong);
}

/* From state 0 to each of n states on cycles of b, each of `length` states: all alike to those who count. */
static struct lts *cycles(uint32_t n, uint32_t length)
{
    struct edge *edge = base_mem_alloc(2 * n * sizeof *edge);
    uint32_t *number = base_mem_alloc((n + (size_t)1) * sizeof *number);
    for (uint32_t i = 0; i < n; i++) {
        edge[2 * i] = (struct edge){0, 1, i + 1};
        edge[2 * i + 1] = (struct edge){i + 1, 2, (i + 1) % length ? i + 2 : i + 2 - length};
    }
    permute(number, n + 1);
    struct lts *l = build(n + 1, edge, 2 * n, number);
    free(edge);
    free(number);
    return l;
}

static enum status compare_cycles(uint32_t n, uint32_t a, uint32_t b, const struct lts_control *c, bool *same)
{
    struct lts *x = cycles(n, a), *y = cycles(n, b);
    enum status st = compare(x, y, c, same);
    lts_free(x);
    lts_free(y);
    return st;
}

static int questions;

static bool stop(void *context)
{
    (void)context;
    return ++questions > 20;
}

int main(void)
{
    bool same;
    struct lts_control stopping = {.stop = stop};
    test_random();
    ok(compare_cycles(6, 3, 3, NULL, &same) == ST_OK && same, "two cycles of three are two cycles of three");
    ok(compare_cycles(6, 3, 6, NULL, &same) == ST_OK && !same, "but not one of six");
    ok(compare_cycles(60, 2, 2, NULL, &same) == ST_OK && same, "thirty pairs in another order");
    ok(compare_cycles(2000, 1000, 2000, &stopping, &same) == ST_STOPPED, "a search that is stopped has no answer");
    ok(compare_cycles(2000, 1000, 2000, NULL, &same) == ST_LIMIT, "nor has one that takes too long");
    ok(strstr(d.text, "not known") && strstr(d.text, "--relation=strong tells"),
       "which says what can be asked instead");
    stopping = (struct lts_control){.max_memory = 1000};
    ok(compare_cycles(60, 2, 3, &stopping, &same) == ST_LIMIT && strstr(d.text, "comparing two graphs needs"),
       "colours count against the limit of memory");
    return done();
}
