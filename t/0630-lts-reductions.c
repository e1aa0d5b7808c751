/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every reduction on thousands of random systems against the textbook: the quotient is equivalent, it is minimal,
 * reducing it again changes nothing, and neither the order of states nor that of labels matters.
 *
 * Another seed: 0630-lts-reductions SEED [SYSTEMS].
 */
#ifndef SYSTEMS
#define SYSTEMS 4000 /* t/long has more */
#endif
#include "tap.h"
#include "lts_naive_words.h"
#include "lts_random.h"
#include "runtime/lts/visited.h"

static const char *failure;

static bool fails(const char *what)
{
    if (!failure)
        failure = what;
    return false;
}

/* What a reduction by one relation promises to preserve. */
static enum lts_relation preserved(enum lts_relation r)
{
    return r == LTS_PEEPHOLE || r == LTS_TAU_CYCLE ? LTS_DPWEAK : r == LTS_TAU_CONFLUENCE ? LTS_DPBRANCHING : r;
}

static uint64_t reachable_transitions(const struct lts *l, const struct naive *x)
{
    uint64_t n = 0;
    for (uint32_t s = 0; s < l->states; s++)
        if (x->reachable >> s & 1)
            n += l->first[s + 1] - l->first[s];
    return n;
}

/* Whether one state is there for the rest only: of those in a set it alone offers some label, and it offers all. */
static bool has_rest(const struct naive *x, uint32_t set, int s, bool weak)
{
    uint32_t all = 0, others = 0;
    for (int t = 0; t < x->states; t++)
        if (set >> t & 1) {
            all |= naive_offers(x, t, weak);
            others |= t == s ? 0 : naive_offers(x, t, weak);
        }
    return others != all && naive_offers(x, s, weak) == all;
}

/* Among the states that a word leads to, no stable one offers more than another, but where every step counts one that
 * has the rest; and at most one is not stable. So there are as few of them as in any equivalent system, or one more. */
static bool few_at_once(const struct naive *x, uint32_t set, bool weak)
{
    int others = 0;
    for (int s = 0; s < x->states; s++) {
        others += (set >> s & 1) && !naive_stable(x, s, weak);
        for (int t = 0; t < x->states; t++)
            if (s != t && (set >> s & set >> t & 1) && naive_stable(x, s, weak) && naive_stable(x, t, weak) &&
                !(naive_offers(x, s, weak) & ~naive_offers(x, t, weak)) && (weak || !has_rest(x, set, t, weak)))
                return fails("after one word a state is to spare");
    }
    return others < 2 || fails("after one word two states are not stable");
}

/* The same after each word. */
static bool few_after_words(const struct naive *x, bool weak)
{
    struct u32s seen = {0};
    bool fine = true;
    vec_push(&seen, weak ? x->closure[x->root[0]] : 1u << x->root[0]);
    for (size_t i = 0; i < seen.count && fine; i++) {
        fine = few_at_once(x, seen.items[i], weak);
        for (int a = weak ? N_SHOWN : N_SILENT; a < x->labels; a++)
            for (int colour = 0; colour < 9; colour++) {
                uint32_t next = weak || a != N_SHOWN ? naive_letter(x, seen.items[i], a, colour, weak) : 0;
                bool known = !next;
                for (size_t k = 0; k < seen.count && !known; k++)
                    known = seen.items[k] == next;
                if (!known)
                    vec_push(&seen, next);
            }
    }
    vec_free(&seen);
    return fine;
}

/* Any two states differ in what words show of them. */
static bool words_differ(const struct naive *x, const struct naive_words *w)
{
    for (int s = 0; s < x->states; s++)
        for (int t = 0; t < s; t++)
            if (x->colour[s] == x->colour[t] && naive_beyond(x, s, t, w->weak, w->what) < 0 &&
                naive_beyond(x, t, s, w->weak, w->what) < 0)
                return fails("two states of the result show the same");
    return few_after_words(x, w->weak);
}

/* No two states of a minimal system are equivalent; and all can be reached. */
static bool is_minimal(const struct lts *r, enum lts_relation relation)
{
    struct naive x;
    uint32_t R[N_STATES];
    if (r->states > N_STATES) /* a deterministic system can be larger than what it comes from */
        return true;
    naive_make(&x, r, NULL);
    for (uint32_t s = 0; s < r->states; s++)
        if (!(x.reachable >> s & 1))
            return fails("an unreachable state is left");
    if (naive_words_of(relation))
        return words_differ(&x, naive_words_of(relation));
    naive_relation(&x, relation, R);
    for (int s = 0; s < x.states; s++)
        for (int t = 0; t < s; t++)
            if ((R[s] >> t & 1) && (R[t] >> s & 1))
                return fails("two states of the result are equivalent");
    return true;
}

/* Taking any transition away changes the system: nothing is redundant. */
static bool nothing_redundant(const struct lts *r, enum lts_relation relation)
{
    bool chosen[256];
    uint64_t n = lts_transitions(r);
    if (r->states > N_STATES / 2 || n > 256)
        return true;
    for (uint64_t t = 0; t < n; t++) {
        struct naive x = {.labels = 2, .name = {"i", "i"}};
        memset(chosen, true, sizeof chosen);
        chosen[t] = false;
        naive_add(&x, r, 0, false, NULL);
        naive_add(&x, r, 1, false, chosen);
        naive_close(&x);
        if (naive_equal(&x, relation, false))
            return fails("a transition of the result is redundant");
    }
    return true;
}

static bool no_silent_loop(const struct lts *r)
{
    for (uint32_t s = 0; s < r->states; s++)
        for (uint64_t t = r->first[s]; t < r->first[s + 1]; t++)
            if (r->label[t] == LTS_TAU && r->target[t] == s)
                return fails("a silent loop is left");
    return true;
}

/* States fall together in class_of exactly when they are equivalent. */
static bool classes_agree(const struct naive *x, enum lts_relation relation, const uint32_t *class_of, uint32_t states)
{
    uint32_t R[N_STATES];
    naive_relation(x, relation, R);
    for (uint32_t s = 0; s < states; s++) {
        if ((class_of[s] != LTS_NONE) != (x->reachable >> s & 1))
            return fails("class_of and reachability disagree");
        for (uint32_t t = 0; t < s; t++)
            if ((x->reachable >> s & 1) && (x->reachable >> t & 1) && (class_of[s] == class_of[t]) != (R[s] >> t & 1))
                return fails("class_of does not agree with the relation");
    }
    return true;
}

static bool is_bisimulation(enum lts_relation r)
{
    return r == LTS_STRONG || r == LTS_BRANCHING || r == LTS_DPBRANCHING || r == LTS_WEAK || r == LTS_DPWEAK;
}

static bool equivalent(const struct lts *a, const struct lts *b, enum lts_relation relation)
{
    struct naive x;
    if (a->states + b->states > N_STATES)
        return true;
    naive_make(&x, a, b);
    return naive_equal(&x, relation, false) || fails("the result is not equivalent");
}

static bool origins_agree(const struct lts *l, const struct lts *r)
{
    for (uint64_t t = 0; t < lts_transitions(r); t++) {
        bool found = false;
        for (uint64_t u = 0; u < lts_transitions(l) && !found; u++)
            found = l->origin[u] == r->origin[t] && !strcmp(lts_label(l, u), lts_label(r, t));
        if (!found)
            return fails("an origin is not that of a transition with the same label");
    }
    return true;
}

/* A system that is given up, and of which nobody asks for origins, is reduced in other ways than one that stays. */
static bool taken_agrees(const struct lts *l, enum lts_relation relation, const struct lts *expected)
{
    struct lts *mine = lts_copy(l), *stays = lts_copy(l), *r = NULL, *s = NULL;
    struct diag d;
    free(mine->origin);
    free(stays->origin);
    mine->origin = stays->origin = NULL;
    bool fine =
        (!lts_reduce(stays, relation, NULL, &s, NULL, &d) && naive_same(s, expected)) || fails("origins matter");
    fine = fine && ((!lts_reduce_taking(mine, relation, NULL, &r, &d) && naive_same(r, expected)) ||
                    fails("a system that is given up has another result"));
    lts_free(stays);
    lts_free(r);
    lts_free(s);
    return fine;
}

static bool check_one(const struct naive_draft *draft, enum lts_relation relation)
{
    struct lts *l = naive_build(draft, false, false), *mixed = naive_build(draft, true, false);
    struct lts *r = NULL, *again = NULL, *other = NULL, *reached = NULL;
    uint32_t *class_of = NULL;
    struct diag d;
    struct naive x;
    bool words = naive_words_of(relation), fine = true;
    bool canonical = relation != LTS_PEEPHOLE && relation != LTS_TAU_CYCLE && relation != LTS_TAU_CONFLUENCE;
    bool grows = words || relation == LTS_TAU_STAR || relation == LTS_SAFETY;
    naive_make(&x, l, NULL);
    if (lts_reduce(l, relation, NULL, &r, &class_of, &d) || lts_reduce(r, relation, NULL, &again, NULL, &d) ||
        lts_reduce(mixed, relation, NULL, &other, NULL, &d))
        fine = fails("a reduction failed");
    else {
        reached = lts_reachable(r);
        fine = equivalent(l, r, preserved(relation)) && (!canonical || is_minimal(r, relation)) &&
               (naive_same(r, again) || fails("reducing again changes the result")) &&
               (naive_same(r, reached) || fails("the result is not in breadth-first order")) &&
               (canonical ? naive_same(r, other) || fails("the order of states matters")
                          : r->states == other->states || fails("the order of states matters for the size")) &&
               (grows || lts_transitions(r) <= reachable_transitions(l, &x) || fails("more transitions than before")) &&
               (!is_bisimulation(relation) || classes_agree(&x, relation, class_of, l->states)) &&
               (!canonical || words || nothing_redundant(r, relation)) &&
               ((relation != LTS_WEAK && relation != LTS_BRANCHING) || no_silent_loop(r)) &&
               (words || origins_agree(l, r)) && (!canonical || taken_agrees(mixed, relation, r));
    }
    if (!fine) {
        printf("# %s\n", failure);
        naive_show("system", l);
        if (r)
            naive_show("result", r);
        if (again)
            naive_show("again", again);
        if (other)
            naive_show("mixed", other);
    }
    lts_free(l);
    lts_free(mixed);
    lts_free(r);
    lts_free(again);
    lts_free(other);
    lts_free(reached);
    free(class_of);
    return fine;
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 20261;
    int systems = argc > 2 ? atoi(argv[2]) : SYSTEMS;
    printf("# seed %llu\n", (unsigned long long)seed);
    for (const struct lts_relation_row *row = lts_relations; row->name; row++) {
        if (!row->reduces || row->relation == LTS_REL_NONE)
            continue;
        int i = 0;
        naive_seed = seed;
        failure = NULL;
        for (bool fine = true; i < systems && fine; i++) {
            struct naive_draft draft;
            naive_draw(&draft, i % 3 ? 6 : 12, 1 + naive_random(3), false, i % 4 == 0);
            fine = check_one(&draft, row->relation);
        }
        ok(i == systems && !failure, "%s: %d random systems reduce as the textbook says", row->name, i);
    }
    return done();
}
