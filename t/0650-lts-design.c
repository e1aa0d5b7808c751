/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The three-valued comparison of a model with a design, by brute force: all sets of transitions between must and may
 * are built as programs and compared with the design as the textbook says. True means that all of them are related to
 * it, False that none is; and so after each reduction of the model. How often Maybe was avoidable is printed.
 *
 * Another seed: 0650-lts-design SEED [PAIRS].
 */
#include "tap.h"
#include "lts_naive_words.h"
#include "lts_random.h"
#include "lts_spectrum.h"

enum { MAX_MAY = 6 };

static const char *failure;

static bool fails(const char *what)
{
    if (!failure)
        failure = what;
    return false;
}

/* Whether all, and whether none, of the programs that the model allows are related to the design. */
static void try_all(const struct lts *model, const struct lts *design, enum lts_relation relation, bool preorder,
                    bool *all, bool *none)
{
    uint64_t n = lts_transitions(model), may[MAX_MAY];
    int count = 0;
    bool chosen[256];
    for (uint64_t t = 0; t < n; t++)
        if (!lts_is_must(model, t))
            may[count++] = t;
    *all = *none = true;
    for (int set = 0; set < 1 << count; set++) {
        struct naive x = {.labels = 2, .name = {"i", "i"}};
        memset(chosen, true, sizeof chosen);
        for (int i = 0; i < count; i++)
            chosen[may[i]] = set >> i & 1;
        naive_add(&x, model, 0, false, chosen);
        naive_add(&x, design, 1, false, NULL);
        naive_close(&x);
        bool related = naive_equal(&x, relation, preorder);
        *all &= related;
        *none &= !related;
    }
}

static int count_may(const struct lts *l)
{
    int n = 0;
    for (uint64_t t = 0; t < lts_transitions(l); t++)
        n += !lts_is_must(l, t);
    return n;
}

static bool agrees(enum lts_verdict v, bool all, bool none)
{
    if (v == LTS_VERDICT_TRUE && !all)
        return fails("True, but a program is not related to the design");
    if (v == LTS_VERDICT_FALSE && !none)
        return fails("False, but a program is related to the design");
    return true;
}

/* The model's steps form a path from its initial state; so do the design's in a play. */
static bool steps_exist(const struct lts *model, const struct lts *design, const struct lts_comparison *c)
{
    const struct lts *const sys[2] = {model, design};
    uint32_t at[2] = {model->initial, design->initial};
    for (size_t i = 0; i < c->steps; i++) {
        const struct lts_step *step = &c->trace[i];
        const struct lts *l = sys[step->side];
        uint64_t t = step->transition;
        if (step->side && c->is_trace)
            at[1] = c->state_b;
        if (t < l->first[at[step->side]] || t >= l->first[at[step->side] + 1] || l->target[t] != step->state ||
            strcmp(lts_label(l, t), step->label))
            return fails("a step is not a transition of its system");
        at[step->side] = step->state;
    }
    return true;
}

/* A trace given with False is certain, or impossible for sure. */
static bool trace_decides(const struct lts *model, const struct lts *design, const struct lts_comparison *c)
{
    if (!c->is_trace || c->verdict != LTS_VERDICT_FALSE || c->only_in)
        return true;
    for (size_t i = 0; i < c->steps; i++)
        if (!c->trace[i].side && !lts_is_must(model, c->trace[i].transition))
            return fails("False by a step that is not certain");
    (void)design;
    return true;
}

struct tally {
    int pairs, true_, false_, maybe, avoidable;
};

/* Results of a reduction may be judged by each relation that its own kind implies. */
static bool check_reduced(const struct lts *model, const struct lts *design, enum lts_relation relation, bool preorder,
                          bool all, bool none)
{
    struct diag d;
    for (const struct lts_relation_row *row = lts_relations; row->name; row++) {
        struct lts *small;
        struct lts_comparison c;
        if (!row->reduces || !spectrum_implies(row->relation, relation, model->props))
            continue;
        if (lts_reduce(model, row->relation, NULL, &small, NULL, &d) ||
            lts_compare_design(small, design, relation, preorder, NULL, &c, &d))
            return fails("comparing a reduced model failed");
        bool fine = agrees(c.verdict, all, none);
        if (!fine) {
            printf("# after reduction by %s\n", row->name);
            naive_show("reduced", small);
        }
        lts_comparison_free(&c);
        lts_free(small);
        if (!fine)
            return false;
    }
    return true;
}

static bool check_pair(const struct lts *model, const struct lts *design, enum lts_relation relation, bool preorder,
                       struct tally *n)
{
    struct lts_comparison c;
    struct diag d;
    bool all, none, fine;
    try_all(model, design, relation, preorder, &all, &none);
    if (lts_compare_design(model, design, relation, preorder, NULL, &c, &d))
        return fails("the comparison failed");
    fine = agrees(c.verdict, all, none) &&
           (c.verdict == LTS_VERDICT_TRUE || c.explanation || fails("no explanation")) &&
           steps_exist(model, design, &c) && trace_decides(model, design, &c) &&
           check_reduced(model, design, relation, preorder, all, none);
    n->pairs++;
    n->true_ += c.verdict == LTS_VERDICT_TRUE;
    n->false_ += c.verdict == LTS_VERDICT_FALSE;
    n->maybe += c.verdict == LTS_VERDICT_MAYBE;
    n->avoidable += c.verdict == LTS_VERDICT_MAYBE && (all || none);
    if (!fine) {
        printf("# %s\n# verdict %d, all %d, none %d\n# %s\n", failure, c.verdict, all, none,
               c.explanation ? c.explanation : "");
        for (size_t i = 0; i < c.steps; i++)
            printf("# step %d %s %u\n", c.trace[i].side, c.trace[i].label, c.trace[i].state);
        naive_show("model", model);
        naive_show("design", design);
    }
    lts_comparison_free(&c);
    return fine;
}

static void check_relation(const struct lts_relation_row *row, bool preorder, uint64_t seed, int pairs)
{
    struct tally n = {0};
    naive_seed = seed;
    failure = NULL;
    while (n.pairs < pairs && !failure) {
        struct naive_draft draft;
        naive_draw(&draft, 5, 1 + naive_random(2), true, naive_random(8) == 0);
        for (int i = 0; i < draft.count; i++) /* fewer may transitions: most programs are rather certain */
            draft.edge[i].must |= naive_random(2);
        struct lts *model = naive_build(&draft, false, true), *design;
        for (uint32_t changes = naive_random(3); changes; changes--)
            naive_change(&draft);
        design = naive_build(&draft, true, false);
        if (count_may(model) <= MAX_MAY)
            check_pair(model, design, row->relation, preorder, &n);
        lts_free(model);
        lts_free(design);
    }
    ok(!failure, "%s%s: verdicts on %d models and designs are right for every program between must and may", row->name,
       preorder ? "-preorder" : "", n.pairs);
    printf("# %d true, %d false, %d maybe (%d of these could have been decided)\n", n.true_, n.false_, n.maybe,
           n.avoidable);
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 20263;
    int pairs = argc > 2 ? atoi(argv[2]) : 1500;
    printf("# seed %llu\n", (unsigned long long)seed);
    for (const struct lts_relation_row *row = lts_relations; row->name; row++) {
        if (row->compares && row->relation != LTS_REL_NONE)
            check_relation(row, false, seed, pairs);
        if (row->has_preorder)
            check_relation(row, true, seed, pairs);
    }
    return done();
}
