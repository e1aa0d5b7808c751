/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Comparison by simulation, ready simulation and safety, on the strong quotient of both systems (safety: of both without
 * silent steps).
 */
#include "runtime/lts/compare_formula.h"

#include <stdlib.h>

static enum status compare_ranks(struct compare *x, const struct kind *kind, const struct classes *k,
                                 enum inclusion which, struct diag *d)
{
    uint16_t *rank;
    const struct graph *q = &k->q;
    uint32_t a = q->root[0], b = q->root[1];
    bool found = false;
    struct observed how = {.weak = kind->weak, .what = OBSERVE_TRACES, .which = which};
    enum status st = sim_ranks(q, kind->ready, &rank, x->c, d);
    bool first = !st && which != SECOND_IN_FIRST && rank[(size_t)a * q->states + b];
    bool second = !st && which != FIRST_IN_SECOND && rank[(size_t)b * q->states + a];
    if (!st && !first && !second) {
        x->out->verdict = LTS_VERDICT_TRUE;
    } else if (!st) {
        st = compare_words(x, q, &how, &found, d);
        if (!st && !found)
            compare_play_simulation(x, kind, q, k->of, rank, !first);
        if (!st)
            formula_of_ranks(x, q, rank, !first, kind->weak ? MODALITY_WEAK : MODALITY_STRONG);
    }
    free(rank);
    return st;
}

enum status compare_simulations(struct compare *x, const struct kind *kind, enum inclusion which, struct diag *d)
{
    struct classes k;
    enum status st = classes_make(x, kind->classes, &k, d);
    if (!st && k.q.root[0] == k.q.root[1])
        x->out->verdict = LTS_VERDICT_TRUE;
    else if (!st)
        st = compare_ranks(x, kind, &k, which, d);
    classes_free(&k);
    return st;
}
