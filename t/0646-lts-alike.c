/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Systems of some hundred states that were one before somebody changed it, in their old order or in another: the
 * verdict is that of rounds made by their definition, and a formula is as deep as there are rounds before the initial
 * states are apart.
 *
 * Another seed: 0646-lts-alike SEED [PAIRS].
 */
#include "runtime/lts/lts.h"
#include "tap.h"

enum { MOST = 160, PAIRS = 500 };

static uint64_t state = 20646;

static uint32_t draw(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % below);
}

struct edge {
    uint32_t from, label, to; /* label 0: silent */
};
struct draft {
    uint32_t states, count;
    struct edge edge[8 * MOST];
};

static void add(struct draft *d, uint32_t from, uint32_t label, uint32_t to)
{
    if (d->count < 8 * MOST)
        d->edge[d->count++] = (struct edge){from, label, to};
}

/* Somebody who comes there by the edge may find less possible than before. */
static void change(struct draft *d)
{
    uint32_t at = draw(d->count), old = d->count, to = d->edge[at].to, fresh = d->states, kind = draw(4);
    if (!kind) {
        d->edge[at].label = draw(4);
        return;
    }
    if (d->states == MOST)
        return;
    d->states++;
    if (kind == 1)
        d->edge[at].to = fresh;
    else
        add(d, d->edge[at].from, d->edge[at].label, fresh);
    for (uint32_t i = 0; i < old; i++)
        if (d->edge[i].from == to && draw(3))
            add(d, fresh, d->edge[i].label, d->edge[i].to);
}

static struct lts *build(const struct draft *d, bool mix)
{
    struct lts_builder *b = lts_builder_new();
    uint32_t number[MOST], label[4] = {LTS_TAU};
    for (uint32_t s = 0; s < d->states; s++)
        number[s] = s;
    for (uint32_t s = d->states; mix && s > 1; s--) {
        uint32_t k = draw(s), old = number[s - 1];
        number[s - 1] = number[k];
        number[k] = old;
    }
    for (int i = 1; i < 4; i++)
        label[i] = lts_builder_label(b, (const char *[]){"", "a", "b", "c"}[i]);
    lts_builder_states(b, d->states);
    for (uint32_t i = 0; i < d->count; i++)
        lts_builder_add(b, number[d->edge[i].from], label[d->edge[i].label], number[d->edge[i].to], true, 0);
    return lts_builder_finish(b, number[0], false, true);
}

/* ---- rounds by their definition ---------------------------------------------------------------------------------- */

struct words VEC(uint64_t);

struct reference {
    const struct draft *d[2];
    uint32_t states, class_of[2 * MOST];
    bool silent[2 * MOST][2 * MOST]; /* silent steps lead from the one to the other */
    struct words signature[2 * MOST];
};

static void close_silently(struct reference *x, uint32_t from, uint32_t s)
{
    int side = s >= x->d[0]->states;
    uint32_t base = side ? x->d[0]->states : 0;
    if (x->silent[from][s])
        return;
    x->silent[from][s] = true;
    for (uint32_t i = 0; i < x->d[side]->count; i++)
        if (!x->d[side]->edge[i].label && x->d[side]->edge[i].from + base == s)
            close_silently(x, from, x->d[side]->edge[i].to + base);
}

static void add_word(struct reference *x, uint32_t s, uint64_t label, uint32_t from, uint32_t to)
{
    uint64_t word = label << 40 | (uint64_t)from << 20 | to;
    struct words *w = &x->signature[s];
    for (size_t i = 0; i < w->count; i++)
        if (w->items[i] == word)
            return;
    vec_push(w, word);
}

/* What the states can do by one edge. */
static void add_edge(struct reference *x, enum lts_relation r, struct edge e, uint32_t base)
{
    const uint32_t *k = x->class_of, from = e.from + base, to = e.to + base;
    for (uint32_t s = 0; s < x->states; s++) {
        if (r == LTS_STRONG ? s != from : !x->silent[s][from])
            continue;
        if (r == LTS_STRONG)
            add_word(x, s, e.label, 0, k[to]);
        if (r == LTS_BRANCHING && (e.label || k[from] != k[to]))
            add_word(x, s, e.label, k[from], k[to]);
        for (uint32_t t = 0; r == LTS_WEAK && t < x->states; t++)
            if (x->silent[to][t])
                add_word(x, s, e.label, 0, k[t]);
    }
}

static bool same_words(const struct words *a, const struct words *b)
{
    size_t found = 0;
    for (size_t i = 0; i < a->count && a->count == b->count; i++)
        for (size_t k = 0; k < b->count; k++)
            found += a->items[i] == b->items[k];
    return a->count == b->count && found == a->count;
}

static uint32_t split(struct reference *x)
{
    uint32_t fresh[2 * MOST], count = 0;
    for (uint32_t s = 0; s < x->states; s++) {
        uint32_t same = 0;
        while (same < s && (x->class_of[same] != x->class_of[s] || !same_words(&x->signature[same], &x->signature[s])))
            same++;
        fresh[s] = same < s ? fresh[same] : count++;
    }
    memcpy(x->class_of, fresh, x->states * sizeof *fresh);
    return count;
}

/* The round in which the initial states are apart; 0: in none. */
static uint32_t depth(const struct draft *a, const struct draft *b, enum lts_relation r)
{
    static struct reference x;
    uint32_t count = 1, before = 0, round = 0;
    x = (struct reference){.d = {a, b}, .states = a->states + b->states};
    for (uint32_t s = 0; s < x.states; s++)
        close_silently(&x, s, s);
    for (; count != before && x.class_of[0] == x.class_of[a->states]; round++) {
        before = count;
        for (uint32_t s = 0; s < x.states; s++)
            x.signature[s].count = 0;
        for (uint32_t s = 0; r == LTS_WEAK && s < x.states; s++)
            for (uint32_t t = 0; t < x.states; t++)
                if (x.silent[s][t])
                    add_word(&x, s, 0, 0, x.class_of[t]);
        for (int side = 0; side < 2; side++)
            for (uint32_t i = 0; i < x.d[side]->count; i++)
                add_edge(&x, r, x.d[side]->edge[i], side ? a->states : 0);
        count = split(&x);
    }
    for (uint32_t s = 0; s < x.states; s++)
        vec_free(&x.signature[s]);
    return x.class_of[0] == x.class_of[a->states] ? 0 : round;
}

/* ---- the test ---------------------------------------------------------------------------------------------------- */

static bool agrees(const struct draft *before, const struct draft *after, enum lts_relation r, bool mix, int count[2])
{
    struct lts *a = build(before, false), *b = build(after, mix);
    struct lts_comparison c;
    struct diag d;
    uint32_t wanted = depth(before, after, r);
    bool fine = lts_compare(a, b, r, false, NULL, &c, &d) == ST_OK;
    if (fine) {
        fine = wanted ? c.verdict == LTS_VERDICT_FALSE && c.formula && c.formula->depth == wanted
                      : c.verdict == LTS_VERDICT_TRUE;
        count[0] += wanted != 0;
        count[1] += wanted && !c.is_trace;
        if (!fine)
            printf("# wanted %u, found %u, verdict %d\n", wanted, c.formula ? c.formula->depth : 0, c.verdict);
        lts_comparison_free(&c);
    }
    lts_free(a);
    lts_free(b);
    return fine;
}

int main(int argc, char **argv)
{
    static const enum lts_relation relations[] = {LTS_STRONG, LTS_BRANCHING, LTS_WEAK};
    static const char *const names[] = {"strong", "branching", "weak"};
    int pairs = argc > 2 ? atoi(argv[2]) : PAIRS;
    state = argc > 1 ? strtoull(argv[1], NULL, 10) : state;
    printf("# seed %llu\n", (unsigned long long)state);
    for (int r = 0; r < 3; r++) {
        int count[2] = {0}, i = 0;
        for (bool fine = true; i < pairs && fine; i++) {
            struct draft before = {.states = 20 + draw(i % 10 ? 30 : MOST - 30)}, after;
            uint32_t silent = draw(4);
            for (uint32_t s = 0; s < before.states; s++) /* each can be reached */
                add(&before, s ? draw(s) : 0, 1 + draw(3), s);
            for (uint32_t e = draw(2 * before.states); e; e--)
                add(&before, draw(before.states), draw(10) < silent ? 0 : 1 + draw(3), draw(before.states));
            after = before;
            for (uint32_t changes = 1 + draw(3); changes; changes--)
                change(&after);
            fine = agrees(&before, &after, relations[r], i & 1, count);
        }
        ok(i == pairs, "%s: %d pairs have the depth of the rounds", names[r], i);
        ok(count[1] > pairs / 50, "%d differ, %d of them not in their traces", count[0], count[1]);
    }
    return done();
}
