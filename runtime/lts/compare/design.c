/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lts_compare_design: a model with may transitions against a design, three-valued.
 *
 * The model stands for all its implementations: the programs whose steps are among its may transitions and include its
 * must transitions. True is said only when all of them are related to the design, False only when none is. For traces
 * and simulations both follow from the two extreme ones, since more steps only add traces and only help to simulate:
 * everything may do is done by the system of all transitions, everything sure is done by that of the must transitions.
 * Ready simulation is not monotone: there, True is said only when must and may transitions offer the same labels
 * everywhere, and False only when plain simulation fails already. Nor are completed traces, failures and bisimulation
 * modulo tau*.a: there, False is said when the monotone relation fails that they imply, and True is never said.
 */
#include "runtime/lts/compare/design.h"
#include "runtime/lts/reduce.h"

#include <stdlib.h>

/* One question about one of the two extreme systems: the same relation, one way. Fills in the difference when the
 * answer is no. */
static enum status ask(struct design *w, bool must_only, enum lts_relation relation, enum inclusion which, bool *yes,
                       struct lts_comparison *out, struct diag *d)
{
    struct compare x = {
        .relation = relation, .c = w->x.c, .out = out, .who = {w->x.who[0], w->x.who[1]}, .program = true};
    const struct kind *kind = lts_relation_kind(relation);
    unsigned flags = GRAPH_VIA | (kind->weak ? 0 : GRAPH_PLAIN) | (must_only ? GRAPH_MUST_ONLY_A : 0);
    enum status st = lts_graph_make(&x.g, w->model, &w->design, flags, d);
    if (st)
        return st;
    out->verdict = LTS_VERDICT_FALSE;
    if (kind->family == FAMILY_SIMULATION)
        st = compare_simulations(&x, kind, which, d);
    else
        st = compare_observations(&x, kind, which, d);
    *yes = out->verdict == LTS_VERDICT_TRUE;
    compare_finish(&x);
    lts_graph_free(&x.g);
    return st;
}

/* Keeps what a refuted question filled in as the final word. */
static void conclude(struct design *w, struct lts_comparison *found, enum lts_verdict verdict, const char *but)
{
    struct lts_comparison *out = w->x.out;
    found->arena = out->arena;
    found->holds = out->holds;
    *out = *found;
    out->verdict = verdict;
    if (verdict == LTS_VERDICT_MAYBE)
        out->explanation = arena_printf(out->arena, "%s%s", out->explanation, but);
}

/* Whether must transitions offer all labels that may transitions offer, in every state. */
static bool offers_are_certain(const struct graph *g)
{
    for (uint32_t s = 0; s < g->split; s++)
        for (uint64_t t = g->first[s], must = 0; t < g->first[s + 1]; t++) {
            must |= graph_must(g, t);
            bool last = t + 1 == g->first[s + 1] || g->label[t + 1] != g->label[t];
            if (last && !must)
                return false;
            must = last ? 0 : must;
        }
    return true;
}

/* The four inclusions that matter, in the order in which they decide. */
static enum status compare_monotone(struct design *w, bool preorder, struct diag *d)
{
    const struct kind *kind = lts_relation_kind(w->x.relation);
    enum lts_relation r = w->x.relation, weaker = kind->monotone;
    bool ask_all = r == weaker || r == LTS_READY_SIM; /* what refuses is not monotone, and True is never said of it */
    struct lts_comparison *out = w->x.out, found[4];
    bool yes[4] = {true, true, true, true};
    const struct question {
        bool must_only;
        enum lts_relation relation;
        enum inclusion which;
        bool asked;
    } questions[4] = {
        {true, weaker, FIRST_IN_SECOND, true},            /* what is sure is in the design, or False */
        {false, weaker, SECOND_IN_FIRST, !preorder},      /* the design is in what is possible, or False */
        {false, r, FIRST_IN_SECOND, ask_all},             /* what is possible is in the design, or not True */
        {true, r, SECOND_IN_FIRST, ask_all && !preorder}, /* the design is in what is sure, or not True */
    };
    int refuted = -1;
    enum status st = ST_OK;
    for (int i = 0; i < 4 && !st && !(refuted >= 0 && refuted < 2); i++) {
        found[i] = (struct lts_comparison){.arena = out->arena};
        if (questions[i].asked)
            st = ask(w, questions[i].must_only, questions[i].relation, questions[i].which, &yes[i], &found[i], d);
        if (!yes[i] && refuted < 0)
            refuted = i;
    }
    if (st)
        return st;
    bool uncertain = !ask_all || (r == LTS_READY_SIM && !offers_are_certain(&w->x.g));
    if (refuted < 0 && !uncertain) {
        out->verdict = LTS_VERDICT_TRUE;
        return ST_OK;
    }
    const char *each = kind->family == FAMILY_WORDS ? "every trace" : "every step";
    if (refuted == 2 && !preorder && yes[3])
        out->holds = arena_printf(out->arena, "%s of the design is certainly one of the program", each);
    if (refuted == 3)
        out->holds = arena_printf(out->arena, "%s of the program is one of the design", each);
    if (refuted >= 0)
        conclude(w, &found[refuted], refuted < 2 ? LTS_VERDICT_FALSE : LTS_VERDICT_MAYBE,
                 refuted == 2 ? ", but it is not certain that the program comes so far" : " by certain steps alone");
    else
        out->explanation = "not every choice that the program may offer is certain";
    if (refuted < 0)
        out->verdict = LTS_VERDICT_MAYBE;
    return ST_OK;
}

static enum status check_arguments(enum lts_relation relation, bool preorder, struct diag *d)
{
    const struct lts_relation_row *r = lts_relation_row_of(relation);
    if (r->name && r->designs && (!preorder || r->has_preorder))
        return ST_OK;
    return diag_set(d, ST_BAD, (struct place){0}, "a program cannot be compared with a design by '%s%s'",
                    r->name ? r->name : "?", preorder ? "-preorder" : "");
}

static enum status compare_design(const struct lts *model, const struct lts *design, enum lts_relation relation,
                                  bool preorder, const struct lts_control *c, struct lts_comparison *out,
                                  struct diag *d)
{
    struct design w = {
        .x = {.relation = relation, .c = c, .out = out, .who = {"the program", "the design"}, .program = true},
        .model = model,
        .design = *design};
    enum status st = check_arguments(relation, preorder, d);
    if (st)
        return st;
    w.design.must = NULL;
    st = lts_graph_make(&w.x.g, model, &w.design,
                        GRAPH_VIA | GRAPH_MUST | (lts_relation_kind(relation)->weak ? 0 : GRAPH_PLAIN), d);
    if (!st && !lts_graph_has_may(&w.x.g))
        st = compare_graphs(&w.x, preorder ? FIRST_IN_SECOND : BOTH_WAYS, d);
    else if (!st && compare_colours(&w.x))
        ; /* the initial states differ whatever the program does */
    else if (!st && lts_relation_kind(relation)->monotone)
        st = compare_monotone(&w, preorder, d);
    else if (!st)
        st = compare_design_bisimulation(&w, d);
    if (w.x.steps.count)
        compare_finish(&w.x);
    lts_graph_free(&w.x.g);
    return st;
}

enum status lts_compare_design(const struct lts *model, const struct lts *design, enum lts_relation relation,
                               bool preorder, const struct lts_control *c, struct lts_comparison *out, struct diag *d)
{
    *out = (struct lts_comparison){.verdict = LTS_VERDICT_FALSE, .arena = arena_new()};
    enum status st = compare_design(model, design, relation, preorder, c, out, d);
    if (st != ST_OK)
        lts_comparison_free(out);
    return st;
}
