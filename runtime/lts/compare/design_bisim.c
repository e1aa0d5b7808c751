/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bisimulations between a model with may transitions and a design.
 *
 * True when (1) the system of all transitions is equivalent to the design, and (2) every transition of the quotient is
 * must, that is, every state can do by must steps alone what its class can do (refine/must.c). Then in any
 * implementation each step is a may step, which the design matches by (1), and each step of the design is one of the
 * class, which is matched by must steps, which the implementation has, by (2): the classes are a bisimulation between
 * implementation and design.
 *
 * False when design_game.c shows it; a trace that is certain and not in the design, or in the design and not even
 * possible, shows it too, and is shorter to tell, so that is looked for first.
 */
#include "runtime/lts/compare/formula_bisim.h"
#include "runtime/lts/compare/design.h"
#include "runtime/lts/reduce.h"

#include <stdlib.h>

/* An inclusion of traces of a bisimulation's kind: of the model's must (or may) transitions and the design. *yes:
 * nothing was found that speaks against it; *unsure: but not everything was looked at. */
static enum status ask_traces(struct design *w, bool must_only, enum inclusion which, bool *yes, bool *unsure,
                              struct lts_comparison *out, struct diag *d)
{
    struct compare x = {
        .relation = w->x.relation, .c = w->x.c, .out = out, .who = {w->x.who[0], w->x.who[1]}, .program = true};
    bool weak = lts_relation_kind(x.relation)->weak, found = false;
    struct observed how = {.weak = weak, .what = OBSERVE_TRACES, .which = which, .unsure = unsure};
    struct classes k;
    *unsure = false;
    enum status st = lts_graph_make(&x.g, w->model, &w->design,
                                    GRAPH_VIA | (weak ? 0 : GRAPH_PLAIN) | (must_only ? GRAPH_MUST_ONLY_A : 0), d);
    if (st)
        return st;
    st = compare_classes_make(&x, weak ? LTS_BRANCHING : LTS_STRONG, &k, d);
    if (!st && k.q.root[0] != k.q.root[1])
        st = compare_words(&x, &k.q, &how, &found, d);
    *yes = !found;
    compare_classes_free(&k);
    compare_finish(&x);
    lts_graph_free(&x.g);
    return st;
}

static bool all_must(const struct graph *q)
{
    for (uint64_t t = 0, n = graph_transitions(q); t < n; t++)
        if (!graph_must(q, t))
            return false;
    return true;
}

static void take(struct design *w, struct lts_comparison *found, enum lts_verdict verdict)
{
    const char *holds = w->x.out->holds;
    *w->x.out = *found;
    w->x.out->holds = holds;
    w->x.out->verdict = verdict;
}

/* Neither True nor False: says what does hold and where certainty ends. */
static enum status explain_maybe(struct design *w, const struct classes *k, bool equal, struct diag *d)
{
    struct lts_comparison *out = w->x.out, found = {.arena = out->arena}, lacking = {.arena = out->arena};
    bool included = true, covered = true, unsure[2] = {false, false};
    enum status st = equal ? ST_OK : ask_traces(w, false, FIRST_IN_SECOND, &included, &unsure[0], &found, d);
    if (!st)
        st = ask_traces(w, true, SECOND_IN_FIRST, &covered, &unsure[1], &lacking, d);
    if (st)
        return st;
    out->verdict = LTS_VERDICT_MAYBE;
    covered &= !unsure[1];
    if (equal && covered)
        out->holds = "the traces of the program and the design are the same";
    else if (included && !unsure[0])
        out->holds = "the traces of the program are included in the design";
    else if (covered)
        out->holds = "the traces of the design are all in the program";
    if (equal) {
        compare_design_blame_may(w, k);
    } else if (!included) {
        take(w, &found, LTS_VERDICT_MAYBE);
        out->explanation =
            arena_printf(out->arena, "%s, but it is not certain that the program comes so far", out->explanation);
    } else {
        struct told t;
        st = compare_rounds(&w->x, k, UINT32_MAX, &t, d);
        if (!st) {
            compare_tell(&w->x, &t);
            compare_play(&w->x, k, &t);
        }
        compare_told_free(&t);
    }
    return st;
}

enum status compare_design_bisimulation(struct design *w, struct diag *d)
{
    struct classes k;
    struct lts_comparison found = {.arena = w->x.out->arena};
    bool yes = true, unsure, refuted = false, equal = false;
    enum status st = compare_classes_make(&w->x, w->x.relation, &k, d);
    if (!st) {
        equal = k.q.root[0] == k.q.root[1];
        if (equal && all_must(&k.q)) {
            w->x.out->verdict = LTS_VERDICT_TRUE;
            compare_classes_free(&k);
            return ST_OK;
        }
        st = ask_traces(w, true, FIRST_IN_SECOND, &yes, &unsure, &found, d);
        if (!st && yes && !equal)
            st = ask_traces(w, false, SECOND_IN_FIRST, &yes, &unsure, &found, d);
    }
    if (!st && !yes)
        take(w, &found, LTS_VERDICT_FALSE);
    else if (!st)
        st = compare_design_refute(w, &k, &refuted, d);
    if (!st && yes && !refuted)
        st = explain_maybe(w, &k, equal, d);
    compare_classes_free(&k);
    return st;
}
