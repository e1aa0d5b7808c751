/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bisimilarity of two systems that are alike but for some rows: whether they differ, and how, is found from those rows
 * and from what leads to them, without classes of all states.
 *
 * Invariant: what is told is what the whole systems would tell: a shortest trace, a formula of least depth. Where that
 * would take long, nothing is told.
 */
#include "runtime/lts/compare_alike.h"
#include "runtime/lts/compare_formula.h"

#include <stdlib.h>

/* Whether silent steps can go on without end, which pairs do not look at. */
static bool goes_round(const struct graph *g)
{
    uint32_t *component = mem_alloc(g->states * sizeof *component);
    bool *cyclic, any = false;
    uint32_t n = graph_components(g, NULL, false, component, &cyclic);
    for (uint32_t i = 0; i < n; i++)
        any |= cyclic[i];
    free(component);
    free(cyclic);
    return any;
}

static bool pairs_know(const struct compare *x, const struct kind *kind)
{
    bool divergence = kind->relation == LTS_DPBRANCHING || kind->relation == LTS_DPWEAK;
    return kind->classes != LTS_TAU_STAR && !(divergence && goes_round(&x->g));
}

/* The states as classes of their own. */
static struct classes singletons(const struct compare *x)
{
    struct classes k = {.of = mem_alloc(x->g.states * sizeof *k.of), .count = x->g.states, .q = x->g, .borrowed = true};
    for (uint32_t s = 0; s < x->g.states; s++)
        k.of[s] = s;
    return k;
}

/* The formula, and without a trace the play. */
static bool tell_pairs(struct compare *x, const struct alike *alike, const struct near *near)
{
    struct told t;
    struct lts_comparison before = *x->out;
    size_t steps = x->steps.count;
    compare_pairs(x, alike, near->found ? x->letters : UINT32_MAX, &t);
    if (t.apart)
        compare_tell(x, &t);
    if (t.apart && !near->found) {
        struct classes k = singletons(x);
        compare_play(x, &k, &t);
        classes_free(&k);
    }
    bool told = t.apart && x->out->formula && !t.pairs.tired;
    if (!told) {
        *x->out = before;
        x->steps.count = steps;
    }
    told_free(&t);
    return told;
}

enum status compare_near(struct compare *x, const struct kind *kind, struct alike *alike, struct near *near,
                         struct diag *d)
{
    bool unsure = false;
    const uint32_t *root = x->g.root;
    *near = (struct near){0};
    x->least = alike->least[root[0]];
    if (x->least == UINT32_MAX) {
        x->out->verdict = LTS_VERDICT_TRUE;
        near->told = true;
        return ST_OK;
    }
    if (!alike_includes(alike, &x->g, kind->weak, root[0]) || !alike_includes(alike, &x->g, kind->weak, root[1])) {
        struct observed how = {.weak = kind->weak, .what = OBSERVE_TRACES, .alike = alike, .unsure = &unsure};
        enum status st = compare_words(x, &x->g, &how, &near->found, d);
        if (st)
            return st;
    }
    near->traces_known = !unsure;
    x->traces_alike = !unsure && !near->found;
    near->told = near->traces_known && ((near->found && compare_tell_trace(x)) ||
                                        (pairs_know(x, kind) && tell_pairs(x, alike, near)));
    return ST_OK;
}
