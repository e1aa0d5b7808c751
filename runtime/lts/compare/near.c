/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Bisimilarity of two systems that are alike but for some rows: whether they differ, and how, is found from those rows
 * and from what leads to them, without classes of all states.
 *
 * Invariant: what is told is what the whole systems would tell: a shortest trace, a formula of least depth. Where that
 * would take long, nothing is told.
 */
#include "runtime/lts/compare/near.h"

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

static void near_give_up(struct near *n)
{
    told_free(&n->told);
    n->by_pairs = false;
}

bool near_tell(struct compare *x, struct near *n, bool patient)
{
    struct told *t = &n->told;
    struct lts_comparison before = *x->out;
    size_t steps = x->steps.count;
    if (!n->by_pairs)
        return false;
    compare_pairs_try(x, t, patient ? 3 : 0.25);
    if (t->apart)
        compare_tell(x, t);
    if (t->apart && !n->found) {
        struct classes k = singletons(x);
        compare_play(x, &k, t);
        classes_free(&k);
    }
    if (t->apart && x->out->formula && !t->pairs.tired)
        return true;
    *x->out = before;
    x->steps.count = steps;
    if (patient)
        near_give_up(n);
    return false;
}

static bool includes(const struct compare *x, const struct kind *kind, const struct alike *alike, int side)
{
    return alike_includes(alike, &x->g, kind->weak, x->g.root[side], x->c);
}

enum status compare_near(struct compare *x, const struct kind *kind, struct near *n, struct diag *d)
{
    bool unsure = false;
    *n = (struct near){0};
    n->are_alike = alike_make(&n->alike, &x->g, kind->weak);
    if (!n->are_alike)
        return ST_OK;
    x->least = n->alike.least[x->g.root[0]];
    if (x->least == UINT32_MAX) {
        x->out->verdict = LTS_VERDICT_TRUE;
        n->done = true;
        return ST_OK;
    }
    if (!includes(x, kind, &n->alike, 0) || !includes(x, kind, &n->alike, 1)) {
        struct observed how = {.weak = kind->weak, .what = OBSERVE_TRACES, .alike = &n->alike, .unsure = &unsure};
        enum status st = compare_words(x, &x->g, &how, &n->found, d);
        if (st)
            return st;
    }
    n->traces_known = !unsure;
    x->traces_alike = !unsure && !n->found;
    n->by_pairs = n->traces_known && pairs_know(x, kind);
    if (n->by_pairs)
        compare_pairs(x, &n->alike, &n->told);
    n->done = (n->found && compare_tell_trace(x)) || near_tell(x, n, false);
    return ST_OK;
}

void near_free(struct near *n)
{
    told_free(&n->told);
    alike_free(&n->alike);
}
