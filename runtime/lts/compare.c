/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lts_compare: two systems are equivalent when their initial states fall into one class of their disjoint union.
 *
 * A difference is explained by a trace where the trace sets differ (a trace is what people can follow in a debugger),
 * else by a play of the relation's game.
 */
#include "runtime/lts/compare.h"
#include "runtime/lts/reduce.h"
#include "runtime/lts/reduce_build.h"

#include <stdlib.h>

void lts_comparison_free(struct lts_comparison *c)
{
    arena_free(c->arena);
    *c = (struct lts_comparison){0};
}

bool compare_is_weak(enum lts_relation r)
{
    return r != LTS_STRONG && r != LTS_TRACE && r != LTS_SIM && r != LTS_READY_SIM;
}

enum status classes_make(const struct compare *x, enum lts_relation relation, struct classes *k, struct diag *d)
{
    *k = (struct classes){.of = mem_alloc(x->g.states * sizeof *k->of)};
    enum status st = reduce_partition(&x->g, relation, k->of, &k->count, &k->loops, x->c, d);
    if (!st)
        reduce_quotient(&x->g, relation, k->of, k->count, k->loops, &k->q);
    return st;
}

void classes_free(struct classes *k)
{
    free(k->of);
    free(k->loops);
    graph_free(&k->q);
}

static enum status compare_bisimulation(struct compare *x, struct diag *d)
{
    struct classes k;
    bool found;
    enum status st = classes_make(x, x->relation, &k, d);
    if (!st && k.q.root[0] == k.q.root[1]) {
        x->out->verdict = LTS_VERDICT_TRUE;
    } else if (!st) {
        st = compare_traces(x, &k.q, compare_is_weak(x->relation), BOTH_WAYS, false, &found, d);
        if (!st && !found)
            st = compare_play(x, &k.q, k.of, k.loops, d);
    }
    classes_free(&k);
    return st;
}

static enum status compare_trace_sets(struct compare *x, enum inclusion which, struct diag *d)
{
    struct classes k;
    bool found = false, weak = x->relation == LTS_WEAK_TRACE;
    enum status st = classes_make(x, weak ? LTS_BRANCHING : LTS_STRONG, &k, d);
    if (!st && k.q.root[0] != k.q.root[1])
        st = compare_traces(x, &k.q, weak, which, true, &found, d);
    if (!st && !found)
        x->out->verdict = LTS_VERDICT_TRUE;
    classes_free(&k);
    return st;
}

/* ---- isomorphism ------------------------------------------------------------------------------------------------- */

static struct lts *breadth_first_form(const struct lts *l, struct diag *d)
{
    struct graph g;
    if (graph_make(&g, l, NULL, 0, d))
        return NULL;
    uint32_t *same = mem_alloc(g.states * sizeof *same);
    for (uint32_t s = 0; s < g.states; s++)
        same[s] = s;
    struct lts copy = *l, *r; /* without what does not count */
    struct graph q = g;
    copy.must = NULL;
    copy.origin = NULL;
    copy.state_names = NULL;
    q.old = same;
    r = reduce_build(&copy, &g, same, &q, true, NULL);
    graph_free(&g);
    free(same);
    return r;
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

static enum status compare_isomorphism(const struct lts *a, const struct lts *b, struct lts_comparison *out,
                                       struct diag *d)
{
    struct lts *x = breadth_first_form(a, d), *y = breadth_first_form(b, d);
    enum status st = x && y ? ST_OK : ST_BAD;
    if (!st && equal_forms(x, y))
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
    return true;
}

enum status compare_graphs(struct compare *x, enum inclusion which, struct diag *d)
{
    if (compare_colours(x))
        return ST_OK;
    switch (x->relation) {
    case LTS_TRACE:
    case LTS_WEAK_TRACE:
        return compare_trace_sets(x, which, d);
    case LTS_SIM:
    case LTS_READY_SIM:
        return compare_simulations(x, x->relation == LTS_READY_SIM, which, d);
    default:
        return compare_bisimulation(x, d);
    }
}

enum status lts_compare(const struct lts *a, const struct lts *b, enum lts_relation relation, bool preorder,
                        const struct lts_control *c, struct lts_comparison *out, struct diag *d)
{
    *out = (struct lts_comparison){.verdict = LTS_VERDICT_FALSE, .arena = arena_new()};
    const struct lts_relation_row *r = lts_relations;
    while (r->name && r->relation != relation)
        r++;
    if (!r->name || !r->compares || (preorder && !r->has_preorder))
        return diag_set(d, ST_BAD, (struct place){0}, "'%s' %s", r->name ? r->name : "?",
                        r->name && r->compares ? "has no preorder" : "reduces but does not compare");
    if (relation == LTS_REL_NONE)
        return compare_isomorphism(a, b, out, d);
    struct compare x = {.relation = relation, .c = c, .out = out, .who = {"the first", "the second"}};
    enum status st = graph_make(&x.g, a, b, GRAPH_VIA | (compare_is_weak(relation) ? 0 : GRAPH_PLAIN), d);
    if (!st)
        st = compare_graphs(&x, preorder ? FIRST_IN_SECOND : BOTH_WAYS, d);
    compare_finish(&x);
    graph_free(&x.g);
    return st;
}
