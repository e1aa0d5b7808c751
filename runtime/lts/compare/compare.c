/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lts_compare: two systems are equivalent when their initial states fall into one class of their disjoint union.
 * A trace is shown where there is one: people can follow it in a debugger.
 */
#include "runtime/lts/compare/formula_bisim.h"
#include "runtime/lts/compare/isomorphism.h"
#include "runtime/lts/reduce.h"
#include "runtime/lts/quotient.h"
#include "runtime/lts/refine/tau_star.h"

#include <stdlib.h>

void lts_comparison_free(struct lts_comparison *c)
{
    arena_free(c->arena);
    *c = (struct lts_comparison){0};
}

enum status compare_classes_make(const struct compare *x, enum lts_relation relation, struct classes *k, struct diag *d)
{
    *k = (struct classes){.of = base_mem_alloc(x->g.states * sizeof *k->of)};
    if (relation == LTS_TAU_STAR) {
        enum status st = refine_tau_star_quotient(&x->g, relation, k->of, &k->q, x->c, d);
        k->count = k->q.states;
        return st;
    }
    enum status st = lts_reduce_partition(&x->g, relation, k->of, &k->count, &k->loops, x->c, d);
    if (!st)
        st = lts_reduce_quotient(&x->g, relation, k->of, k->count, k->loops, &k->q, x->c, d);
    return st;
}

void compare_classes_free(struct classes *k)
{
    free(k->of);
    free(k->loops);
    if (!k->borrowed)
        lts_graph_free(&k->q);
}

/* Classes that are finer than the relation's and quickly made: states, or for relations that abstract from silent steps
 * those of branching bisimulation. */
static enum status classes_quick(const struct compare *x, const struct kind *kind, struct classes *k, struct diag *d)
{
    bool divergence = x->relation == LTS_DPBRANCHING || x->relation == LTS_DPWEAK;
    if (kind->weak)
        return compare_classes_make(x, divergence ? LTS_DPBRANCHING : LTS_BRANCHING, k, d);
    *k = (struct classes){.of = base_mem_alloc(x->g.states * sizeof *k->of), .count = x->g.states, .borrowed = true};
    for (uint32_t s = 0; s < x->g.states; s++)
        k->of[s] = s;
    k->q = x->g;
    return ST_OK;
}

/* The traces differ: a formula need not be deeper than the trace has letters. */
static enum status distinguish_near(struct compare *x, const struct kind *kind, struct classes *k, struct diag *d)
{
    struct told t = {0};
    enum status st = ST_OK;
    if (kind->classes == LTS_TAU_STAR) { /* its rounds go by steps without silent ones */
        compare_classes_free(k);
        st = compare_classes_make(x, LTS_TAU_STAR, k, d);
    }
    if (!st)
        st = compare_rounds(x, k, x->letters, &t, d);
    if (!st)
        compare_tell(x, &t);
    compare_told_free(&t);
    return st;
}

/* Neither trace set is known to have a word that the other has not. */
static enum status decide(struct compare *x, const struct kind *kind, struct classes *k, struct diag *d)
{
    struct told t = {0};
    enum status st = ST_OK;
    if (kind->classes != LTS_BRANCHING && kind->classes != LTS_DPBRANCHING) {
        compare_classes_free(k);
        st = compare_classes_make(x, kind->classes, k, d);
    }
    if (!st && k->q.root[0] == k->q.root[1]) {
        x->out->verdict = LTS_VERDICT_TRUE;
        return ST_OK;
    }
    if (!st)
        st = compare_rounds(x, k, UINT32_MAX, &t, d);
    if (!st) {
        compare_tell(x, &t);
        compare_play(x, k, &t);
    }
    compare_told_free(&t);
    return st;
}

static enum status compare_bisimulation(struct compare *x, const struct kind *kind, struct diag *d)
{
    struct classes k;
    bool found = false, unsure = false;
    enum status st = classes_quick(x, kind, &k, d);
    if (!st && kind->weak && k.q.root[0] == k.q.root[1]) {
        x->out->verdict = LTS_VERDICT_TRUE;
    } else if (!st) {
        struct observed how = {.weak = kind->weak, .what = OBSERVE_TRACES, .unsure = &unsure};
        st = compare_words(x, &k.q, &how, &found, d);
        x->traces_alike = !st && !found && !unsure;
        if (!st && found)
            st = distinguish_near(x, kind, &k, d);
        else if (!st)
            st = decide(x, kind, &k, d);
    }
    compare_classes_free(&k);
    return st;
}

enum status compare_observations(struct compare *x, const struct kind *kind, enum inclusion which, struct diag *d)
{
    struct classes k;
    bool found = false;
    enum status st = compare_classes_make(x, kind->classes, &k, d);
    struct observed how = {kind->weak, kind->what, which, .patient = true, .class_of = k.of};
    if (!st && k.q.root[0] != k.q.root[1])
        st = compare_words(x, &k.q, &how, &found, d);
    if (!st && !found)
        x->out->verdict = LTS_VERDICT_TRUE;
    compare_classes_free(&k);
    return st;
}

/* ---- isomorphism ------------------------------------------------------------------------------------------------- */

/* Labels in the order of their names, states breadth first. */
static enum status breadth_first_form(const struct lts *l, struct lts **out, struct diag *d)
{
    struct graph g;
    enum status st = lts_graph_make(&g, l, NULL, 0, d);
    if (st)
        return st;
    uint32_t *same = base_mem_alloc(g.states * sizeof *same);
    for (uint32_t s = 0; s < g.states; s++)
        same[s] = s;
    struct lts copy = *l; /* without what does not count */
    struct graph q = g;
    copy.must = NULL;
    copy.origin = NULL;
    copy.state_names = NULL;
    q.old = same;
    *out = lts_reduce_build(&copy, &g, same, &q, true, NULL);
    lts_graph_free(&g);
    free(same);
    return ST_OK;
}

static bool equal_forms(const struct lts *a, const struct lts *b)
{
    uint64_t n = lts_transitions(a);
    if (a->states != b->states || n != lts_transitions(b) || a->props != b->props || !a->prop != !b->prop)
        return false;
    for (uint32_t s = 0; s <= a->states; s++)
        if (a->first[s] != b->first[s])
            return false;
    for (uint64_t t = 0; t < n; t++)
        if (a->target[t] != b->target[t] || strcmp(lts_label(a, t), lts_label(b, t)))
            return false;
    for (uint32_t p = 0; a->prop && p < a->props; p++)
        if (strcmp(a->prop_names[p], b->prop_names[p]))
            return false;
    return !a->prop || !memcmp(a->prop, b->prop, (size_t)a->states * a->props);
}

/* Systems without bisimilar states have equal forms when they are isomorphic; others may have. */
static enum status compare_isomorphism(const struct lts *a, const struct lts *b, const struct lts_control *c,
                                       struct lts_comparison *out, struct diag *d)
{
    struct lts *x = NULL, *y = NULL;
    bool same = false;
    enum status st = breadth_first_form(a, &x, d);
    if (!st)
        st = breadth_first_form(b, &y, d);
    if (!st && !(same = equal_forms(x, y)))
        st = compare_isomorphic(x, y, c, &same, d);
    if (!st && same)
        out->verdict = LTS_VERDICT_TRUE;
    else if (!st)
        out->explanation = arena_printf(out->arena,
                                        "the first has %u states and %llu transitions, the second %u and %llu, "
                                        "and they are not the same graph",
                                        x->states, (unsigned long long)lts_transitions(x), y->states,
                                        (unsigned long long)lts_transitions(y));
    lts_free(x);
    lts_free(y);
    return st;
}

/* ---- the entry --------------------------------------------------------------------------------------------------- */

bool compare_colours(struct compare *x)
{
    const struct graph *g = &x->g;
    if (!g->colour || g->colour[g->root[0]] == g->colour[g->root[1]])
        return false;
    x->out->state_a = g->old[g->root[0]];
    x->out->state_b = g->old[g->root[1]];
    x->out->explanation = "the propositions differ in the initial states";
    struct formulas f;
    compare_formulas_init(&f, x->out->arena);
    x->out->formula = compare_formula_of_colours(&f, g, g->root[0], g->root[1]);
    compare_formulas_free(&f);
    return true;
}

enum status compare_graphs(struct compare *x, enum inclusion which, struct diag *d)
{
    if (compare_colours(x))
        return ST_OK;
    const struct kind *kind = lts_relation_kind(x->relation);
    switch (kind->family) {
    case FAMILY_WORDS:
        return compare_observations(x, kind, which, d);
    case FAMILY_SIMULATION:
        return compare_simulations(x, kind, which, d);
    default:
        return compare_bisimulation(x, kind, d);
    }
}

static enum status compare_systems(const struct lts *a, const struct lts *b, enum lts_relation relation, bool preorder,
                                   const struct lts_control *c, struct lts_comparison *out, struct diag *d)
{
    const struct lts_relation_row *r = lts_relation_row_of(relation);
    if (!r->name || !r->compares || (preorder && !r->has_preorder))
        return diag_set(d, ST_BAD, (struct place){0}, "'%s' %s", r->name ? r->name : "?",
                        r->name && r->compares ? "has no preorder" : "reduces but does not compare");
    if (relation == LTS_REL_NONE)
        return compare_isomorphism(a, b, c, out, d);
    struct compare x = {.relation = relation, .c = c, .out = out, .who = {"the first", "the second"}};
    enum status st = lts_graph_make(&x.g, a, b, GRAPH_VIA | (lts_relation_kind(relation)->weak ? 0 : GRAPH_PLAIN), d);
    if (!st)
        st = compare_graphs(&x, preorder ? FIRST_IN_SECOND : BOTH_WAYS, d);
    compare_finish(&x);
    lts_graph_free(&x.g);
    return st;
}

enum status lts_compare(const struct lts *a, const struct lts *b, enum lts_relation relation, bool preorder,
                        const struct lts_control *c, struct lts_comparison *out, struct diag *d)
{
    *out = (struct lts_comparison){.verdict = LTS_VERDICT_FALSE, .arena = arena_new()};
    enum status st = compare_systems(a, b, relation, preorder, c, out, d);
    if (st != ST_OK)
        lts_comparison_free(out);
    return st;
}
