/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Comparison by simulation, ready simulation and safety, on the strong quotient of both systems (safety: of both
 * without silent steps).
 */
#include "runtime/lts/compare/formula_bisim.h"

#include <stdlib.h>

/* The play or the trace, and the formula: `side` has a step that the other does not simulate, as was found in round
 * `first`. A trace is enough where the ranks take too much memory. */
static enum status explain(struct compare *x, const struct kind *kind, const struct classes *k, enum inclusion which,
                           int side, uint32_t first, struct diag *d)
{
    const struct graph *q = &k->q;
    struct observed how = {.weak = kind->weak, .what = OBSERVE_TRACES, .which = which};
    struct sim_ranks ranks = {0};
    bool found = false;
    enum status st = compare_words(x, q, &how, &found, d);
    if (st)
        return st;
    if (first >= SIM_LAST_ROUND) {
        if (!found)
            x->out->explanation = "a play that shows it has more than 65534 turns";
        return ST_OK;
    }
    st = sim_ranks(q, kind->ready, q->root[side], q->root[!side], first, &ranks, x->c, d);
    if (!st && !found)
        compare_play_simulation(x, kind, q, k->of, &ranks, side);
    if (!st)
        compare_formula_of_ranks(x, q, &ranks, side, kind->weak ? MODALITY_WEAK : MODALITY_STRONG);
    sim_ranks_free(&ranks);
    return st == ST_LIMIT && found ? ST_OK : st;
}

static enum status decide(struct compare *x, const struct kind *kind, const struct classes *k, enum inclusion which,
                          struct diag *d)
{
    const struct graph *q = &k->q;
    struct sim_blocks blocks;
    struct sim_watch watch = {.root = {q->root[0], q->root[1]}, .last = which == SECOND_IN_FIRST};
    enum status st = sim_blocks(q, kind->ready, &watch, &blocks, x->c, d);
    sim_blocks_free(&blocks);
    if (st)
        return st;
    bool first = which != SECOND_IN_FIRST && watch.rank[0], second = which != FIRST_IN_SECOND && watch.rank[1];
    if (first || second)
        return explain(x, kind, k, which, !first, watch.rank[!first], d);
    x->out->verdict = LTS_VERDICT_TRUE;
    return ST_OK;
}

enum status compare_simulations(struct compare *x, const struct kind *kind, enum inclusion which, struct diag *d)
{
    struct classes k;
    enum status st = compare_classes_make(x, kind->classes, &k, d);
    if (!st && k.q.root[0] == k.q.root[1])
        x->out->verdict = LTS_VERDICT_TRUE;
    else if (!st)
        st = decide(x, kind, &k, which, d);
    compare_classes_free(&k);
    return st;
}
