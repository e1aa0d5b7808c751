/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Weak bisimulation of systems with much silence against the textbook: its classes are those of strong bisimulation of
 * the weak transitions, written out; and no transition of a quotient is implied by the others.
 *
 * Random systems have a large component of silent transitions from one silent transition a state on: below, at and
 * above that, and with few states, so that all that is weakly possible can be written out.
 *
 * Another seed: 0673-lts-weak SEED.
 */
#include "tap.h"
#include "lts_large.h"

/* What states silently reach, one bit a state. */
struct closure {
    uint32_t states, words;
    uint64_t *bits;
};

static bool reaches(const struct closure *c, uint32_t s, uint32_t to)
{
    return c->bits[(size_t)s * c->words + to / 64] >> to % 64 & 1;
}

static struct closure close(const struct lts *l)
{
    struct closure c = {l->states, l->states / 64 + 1, NULL};
    c.bits = calloc((size_t)c.states * c.words, sizeof *c.bits);
    for (uint32_t s = 0; s < c.states; s++)
        c.bits[(size_t)s * c.words + s / 64] |= (uint64_t)1 << s % 64;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t s = c.states; s-- > 0;)
            for (uint64_t t = l->first[s]; t < l->first[s + 1] && l->label[t] == LTS_TAU; t++)
                for (uint32_t w = 0; w < c.words; w++) {
                    uint64_t *at = &c.bits[(size_t)s * c.words + w], more = c.bits[(size_t)l->target[t] * c.words + w];
                    changed |= more & ~*at;
                    *at |= more;
                }
    }
    return c;
}

static bool diverges(const struct lts *l, const struct closure *c, uint32_t s)
{
    for (uint64_t t = l->first[s]; t < l->first[s + 1] && l->label[t] == LTS_TAU; t++)
        if (reaches(c, l->target[t], s))
            return true;
    return false;
}

static void unite(uint64_t *does, const struct closure *c, uint32_t s)
{
    for (uint32_t w = 0; w < c->words; w++)
        does[w] |= c->bits[(size_t)s * c->words + w];
}

/* What s weakly does a visible label to; the label behind the last is an endless silent path. */
static void find_done(const struct lts *l, const struct closure *c, uint32_t s, uint32_t label, uint64_t *does)
{
    bool endless = label == base_intern_count(l->labels);
    for (uint32_t u = 0; u < l->states; u++) {
        if (!reaches(c, s, u))
            continue;
        if (endless && diverges(l, c, u))
            unite(does, c, u);
        for (uint64_t t = l->first[u]; t < l->first[u + 1]; t++)
            if (l->label[t] == label)
                unite(does, c, l->target[t]);
    }
}

/* All weak transitions, silent ones too; with `divergence`, those of endless silent paths. */
static struct lts *saturated(const struct lts *l, bool divergence)
{
    struct closure c = close(l);
    struct lts_builder *b = lts_builder_new();
    uint32_t silent = lts_builder_label(b, "silent"), labels = base_intern_count(l->labels);
    uint64_t *does = malloc(c.words * sizeof *does);
    lts_builder_states(b, l->states);
    for (uint32_t s = 0; s < l->states; s++)
        for (uint32_t k = 0; k < labels + divergence; k++) {
            uint32_t id =
                k == LTS_TAU ? silent : lts_builder_label(b, k < labels ? base_intern_str(l->labels, k) : "endless");
            memset(does, 0, c.words * sizeof *does);
            if (k == LTS_TAU)
                unite(does, &c, s);
            else
                find_done(l, &c, s, k, does);
            for (uint32_t to = 0; to < l->states; to++)
                if (does[to / 64] >> to % 64 & 1)
                    lts_builder_add(b, s, id, to, true, 0);
        }
    free(does);
    free(c.bits);
    return lts_builder_finish(b, l->initial, false, false);
}

static bool is_loop(const struct lts *q, uint32_t s, uint64_t t)
{
    return q->label[t] == LTS_TAU && q->target[t] == s;
}

/* Whether a path besides transition t from p weakly does the same. */
static bool implied(const struct lts *q, const struct closure *c, uint32_t p, uint64_t t)
{
    for (uint32_t u = 0; u < q->states; u++)
        for (uint64_t i = q->first[u]; i < q->first[u + 1] && reaches(c, p, u); i++)
            if (q->label[i] == q->label[t] && i != t && reaches(c, q->target[i], q->target[t]) && !is_loop(q, u, i) &&
                (q->label[t] != LTS_TAU || u == p))
                return true;
    return false;
}

static uint64_t count_implied(const struct lts *q)
{
    struct closure c = close(q);
    uint64_t n = 0;
    for (uint32_t p = 0; p < q->states; p++)
        for (uint64_t t = q->first[p]; t < q->first[p + 1]; t++)
            if (!is_loop(q, p, t))
                n += implied(q, &c, p, t);
    free(c.bits);
    return n;
}

static void check(const struct lts *l, enum lts_relation relation, const char *name, uint32_t silence)
{
    struct lts *all = saturated(l, relation == LTS_DPWEAK), *small, *strong;
    struct diag d;
    uint32_t *weak_of, *strong_of;
    if (lts_reduce(l, relation, NULL, &small, &weak_of, &d) ||
        lts_reduce(all, LTS_STRONG, NULL, &strong, &strong_of, &d)) {
        ok(false, "%s", d.text);
        return;
    }
    uint32_t wrong = 0, *image = malloc(small->states * sizeof *image);
    memset(image, 0xff, small->states * sizeof *image);
    for (uint32_t s = 0; s < l->states; s++)
        if (weak_of[s] != LTS_NONE) {
            if (image[weak_of[s]] == LTS_NONE)
                image[weak_of[s]] = strong_of[s];
            wrong += image[weak_of[s]] != strong_of[s];
        }
    ok(small->states == strong->states && !wrong, "%u%% silence: %u states in %u %s classes, as in the textbook's %u",
       silence, l->states, small->states, name, strong->states);
    uint64_t n = count_implied(small);
    ok(n == 0 && lts_transitions(small) <= lts_transitions(l),
       "and of %llu transitions of the quotient none is implied by others (%llu)",
       (unsigned long long)lts_transitions(small), (unsigned long long)n);
    lts_free(all);
    lts_free(small);
    lts_free(strong);
    free(image);
    free(weak_of);
    free(strong_of);
}

/* ---- one large block --------------------------------------------------------------------------------------------- */

/* A silent chain each of whose states has a label of its own, the first all of them at once; and members that are
 * weakly what the first is, each with three of its steps at once: all of them are in one block, in which each must be
 * looked at for each label. */
static struct lts *large_block(uint32_t labels, uint32_t members)
{
    struct lts_builder *b = lts_builder_new();
    char name[16];
    uint32_t root = 0, end = 1, chain = 2, member = chain + labels, enter = lts_builder_label(b, "enter");
    lts_builder_states(b, member + members);
    for (uint32_t i = 0; i < labels; i++) {
        snprintf(name, sizeof name, "a%u", i);
        uint32_t label = lts_builder_label(b, name);
        lts_builder_add(b, chain + i, label, end, true, LTS_NONE);
        if (i)
            lts_builder_add(b, chain + i, LTS_TAU, chain + i - 1, true, LTS_NONE);
        if (i + 1 < labels)
            lts_builder_add(b, chain + labels - 1, label, end, true, LTS_NONE);
        for (uint32_t m = 0; m < members; m++)
            if (i + 1 == labels || hash_u64((uint64_t)m << 32 | i) % labels < 3)
                lts_builder_add(b, member + m, label, end, true, LTS_NONE);
    }
    for (uint32_t m = 0; m < members; m++) {
        lts_builder_add(b, root, enter, member + m, true, LTS_NONE);
        lts_builder_add(b, member + m, LTS_TAU, chain + labels - 2, true, LTS_NONE);
    }
    lts_builder_add(b, root, enter, chain + labels - 1, true, LTS_NONE);
    return lts_builder_finish(b, root, false, false);
}

/* Going through all of the block would be 800,000 searches, one after the other: the budget ends that, and splitting by
 * blocks finds the same. */
static void check_large_block(void)
{
    struct lts *l = large_block(200, 4000), *q = NULL;
    struct diag d = {0};
    bool reduced = lts_reduce(l, LTS_WEAK, NULL, &q, NULL, &d) == ST_OK;
    ok(reduced && q->states == 202, "the members of a large block are weakly one");
    lts_free(q);
    lts_free(l);
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 20260;
    printf("# seed %llu\n", (unsigned long long)seed);
    static const uint32_t silences[] = {8, 10, 11, 12, 14, 18, 25};
    for (size_t i = 0; i < sizeof silences / sizeof *silences; i++)
        for (uint32_t size = 90; size <= 360; size *= 4) {
            struct lts *l = large_random_system(size, 10 * size, 4, silences[i], seed + size);
            check(l, LTS_WEAK, "weak", silences[i]);
            check(l, LTS_DPWEAK, "divergence-preserving weak", silences[i]);
            lts_free(l);
        }
    struct lts *l = large_random_system(1300, 13000, 3, 12, seed);
    check(l, LTS_WEAK, "weak", 12);
    lts_free(l);
    for (uint32_t i = 0; i < 40; i++) { /* few labels and transitions, so that much is alike */
        uint64_t r = hash_u64(seed + i);
        uint32_t states = 20 + r % 150, each = 2 + (r >> 16) % 6, silence = 1 + (r >> 32) % 60;
        l = large_random_system(states, each * states, 1 + (r >> 48) % 3, silence, r);
        check(l, LTS_WEAK, "weak", silence);
        check(l, LTS_DPWEAK, "divergence-preserving weak", silence);
        lts_free(l);
    }
    check_large_block();
    return done();
}
