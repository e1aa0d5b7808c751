/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a system has no word that the other has not, where they are alike but for some rows.
 *
 * By induction on the length of words, all states at once: a word of a state is one of its twin. Where the rows are the
 * same nothing is to be shown; where they differ, pairs of a state and the set of states in which the other system can
 * be are followed as in inclusion.c, but no further than to a pair whose set has the state's twin in it, for then the
 * rest of the word is the twin's. That can fail though there is no such word, and tells nothing then.
 */
#include "runtime/lts/compare/alike.h"

enum { LEAST_WORK = 200000, PAIRS_BETWEEN_QUESTIONS = 1024 };

struct pair {
    uint32_t state, set;
};

struct included {
    const struct alike *alike;
    const struct graph *g;
    struct sets sets;
    struct VEC(struct pair) waiting;
    struct map64 seen; /* state and set */
    uint64_t work;
    bool shown;        /* as far as it was looked at */
    const struct lts_control *control;
};

/* The set can go on as the state can. */
static void oblige(struct included *x, uint32_t state, uint32_t set)
{
    uint32_t twin = x->alike->twin[state], ignored;
    uint64_t key = (uint64_t)state << 32 | set, size = x->sets.start.items[set + 1] - x->sets.start.items[set];
    x->work += size + 8;
    x->shown &= size != 0 && x->work < LEAST_WORK + graph_transitions(x->g);
    if (!x->shown || (twin != LTS_NONE && sets_contain(&x->sets, set, twin)) || map64_get(&x->seen, key, &ignored))
        return;
    map64_put(&x->seen, key, 0);
    x->shown &= x->seen.count % PAIRS_BETWEEN_QUESTIONS || !control_stops(x->control);
    struct pair p = {state, set};
    vec_push(&x->waiting, p);
}

static void expand(struct included *x, uint32_t state, uint32_t set)
{
    const struct graph *g = x->g;
    uint32_t label = LTS_NONE, to = 0;
    for (uint64_t t = g->first[state]; t < g->first[state + 1] && x->shown; t++) {
        if (g->label[t] != label) {
            label = g->label[t];
            to = x->sets.weak && label == GRAPH_SILENT ? set : sets_step(&x->sets, set, label);
        }
        oblige(x, g->target[t], to);
    }
}

bool alike_includes(const struct alike *alike, const struct graph *g, bool weak, uint32_t a,
                    const struct lts_control *c)
{
    struct included x = {.alike = alike, .g = g, .shown = true, .control = c};
    uint32_t begin = a < g->split ? 0 : g->split, end = a < g->split ? g->split : g->states;
    sets_init(&x.sets, g, weak);
    for (uint32_t s = begin; s < end && x.shown; s++) {
        if (!alike->differs[s] || alike->twin[s] == LTS_NONE) /* what has no twin is met where others lead to it */
            continue;
        expand(&x, s, sets_single(&x.sets, alike->twin[s]));
        while (x.waiting.count && x.shown) {
            struct pair p = x.waiting.items[--x.waiting.count];
            expand(&x, p.state, p.set);
        }
    }
    sets_free(&x.sets);
    vec_free(&x.waiting);
    map64_free(&x.seen);
    return x.shown;
}
