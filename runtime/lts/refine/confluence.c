/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Confluence of silent steps: J. F. Groote and J. van de Pol, "State space reduction using partial tau-confluence"
 * (2000).
 *
 * A set of silent steps is confluent when for each of them, s -> s', and each other step s -a-> t, there is a state u
 * with s' -a-> u (for a silent a also s' = u) and t -> u by a step of the set or t = u. Then s and s' are branching
 * bisimilar, and nothing is lost when s does only the confluent step. The largest such set is what remains when the
 * steps that break the rule are taken away again and again. Where silent steps have no cycles, following confluent
 * steps to their end gives each state a representative.
 *
 * A silent step from a state to itself stands for divergence. It is treated like a visible one here, so that a state
 * that diverges never takes a step to one that does not.
 */
#include "runtime/lts/refine/confluence.h"
#include "runtime/lts/quotient.h"

struct confluence {
    const struct graph *g; /* silent steps without cycles but for loops */
    struct reverse in;
    bool *confluent, *queued; /* by transition */
    struct u64s queue;
    struct u32s source; /* of the queue's transitions */
};

static bool is_candidate(const struct graph *g, uint32_t s, uint64_t t)
{
    return g->label[t] == GRAPH_SILENT && g->target[t] != s;
}

/* Whether the step s -a-> t (a transition of s) is completed to a square beside the silent step to s2. */
static bool closes(const struct confluence *x, uint32_t s, uint64_t step, uint32_t s2)
{
    const struct graph *g = x->g;
    uint32_t a = g->label[step], t = g->target[step];
    bool silent = a == GRAPH_SILENT && t != s;
    if (a == GRAPH_SILENT && t == s)
        return lts_graph_find(g, s2, GRAPH_SILENT, s2) != UINT64_MAX;
    if ((silent && t == s2) || lts_graph_find(g, s2, a, t) != UINT64_MAX)
        return true;
    for (uint64_t u = g->first[t]; u < g->first[t + 1] && g->label[u] == GRAPH_SILENT; u++)
        if (x->confluent[u] && ((silent && g->target[u] == s2) || lts_graph_find(g, s2, a, g->target[u]) != UINT64_MAX))
            return true;
    return false;
}

static bool is_confluent(const struct confluence *x, uint32_t s, uint64_t t)
{
    for (uint64_t step = x->g->first[s]; step < x->g->first[s + 1]; step++)
        if (step != t && !closes(x, s, step, x->g->target[t]))
            return false;
    return true;
}

static void enqueue(struct confluence *x, uint32_t s)
{
    const struct graph *g = x->g;
    for (uint64_t t = g->first[s]; t < g->first[s + 1] && g->label[t] == GRAPH_SILENT; t++)
        if (x->confluent[t] && !x->queued[t]) {
            x->queued[t] = true;
            vec_push(&x->queue, t);
            vec_push(&x->source, s);
        }
}

/* Takes away what breaks the rule; a step that goes may have completed squares of the states before its source. */
static enum status find_confluent(struct confluence *x, const struct lts_control *c, struct diag *d)
{
    const struct graph *g = x->g;
    for (uint32_t s = 0; s < g->states; s++) {
        for (uint64_t t = g->first[s]; t < g->first[s + 1]; t++)
            x->confluent[t] = is_candidate(g, s, t);
        enqueue(x, s);
    }
    for (uint64_t n = 0; x->queue.count; n++) {
        uint64_t t = x->queue.items[--x->queue.count];
        uint32_t s = x->source.items[--x->source.count];
        x->queued[t] = false;
        if (!is_confluent(x, s, t)) {
            x->confluent[t] = false;
            for (uint64_t u = x->in.first[s]; u < x->in.first[s + 1]; u++)
                enqueue(x, x->in.source[u]);
        }
        if (!(n & 65535) && control_stops(c))
            return lts_control_stopped(d);
    }
    return ST_OK;
}

/* Where the first confluent steps lead in the end; false when there are none. */
static bool follow(const struct confluence *x, uint32_t *end)
{
    const struct graph *g = x->g;
    struct u32s path = {0};
    bool any = false;
    memset(end, 0xff, g->states * sizeof *end);
    for (uint32_t s = 0; s < g->states; s++) {
        uint32_t at = s;
        path.count = 0;
        while (end[at] == LTS_NONE) {
            uint64_t t = g->first[at], stop = g->first[at + 1];
            vec_push(&path, at);
            while (t < stop && !x->confluent[t])
                t++;
            if (t == stop)
                end[at] = at;
            else
                at = g->target[t];
            any |= t < stop;
        }
        for (size_t i = 0; i < path.count; i++)
            end[path.items[i]] = end[at];
    }
    vec_free(&path);
    return any;
}

/* One pass from `g` to `out`, whose old[] counts as in `whole`; class_of is carried along. *any tells whether there was
 * a confluent step. */
static enum status pass(const struct graph *whole, const struct graph *g, struct graph *out, uint32_t *class_of,
                        bool *any, const struct lts_control *c, struct diag *d)
{
    uint32_t *component = base_mem_alloc(g->states * sizeof *component);
    bool *cyclic;
    struct graph h;
    uint32_t components = lts_graph_components(g, NULL, false, component, &cyclic);
    lts_graph_collapse(&h, g, component, components, cyclic);
    uint32_t *end = base_mem_alloc(components * sizeof *end), *number = base_mem_alloc(components * sizeof *number);
    uint64_t m = graph_transitions(&h);
    struct confluence x = {.g = &h, .confluent = base_mem_zalloc(m + 1), .queued = base_mem_zalloc(m + 1)};
    lts_reverse_make(&x.in, &h, false);
    enum status st = find_confluent(&x, c, d);
    *out = (struct graph){0};
    if (!st) {
        *any = follow(&x, end);
        lts_graph_represent(out, &h, end, NULL, NULL, number);
        for (uint32_t s = 0; s < whole->states; s++)
            if (class_of[s] != LTS_NONE)
                class_of[s] = number[component[class_of[s]]];
        for (uint32_t s = 0; s < out->states; s++) {
            uint32_t at = h.old[out->old[s]];
            out->old[s] = g == whole ? at : g->old[at];
        }
    }
    lts_reverse_free(&x.in);
    free(x.confluent);
    free(x.queued);
    vec_free(&x.queue);
    vec_free(&x.source);
    free(component);
    free(cyclic);
    free(end);
    free(number);
    lts_graph_free(&h);
    return st;
}

enum status refine_confluence(const struct graph *g, enum lts_relation relation, uint32_t *class_of, struct graph *q,
                              const struct lts_control *c, struct diag *d)
{
    struct graph next;
    bool any = true;
    (void)relation;
    for (uint32_t s = 0; s < g->states; s++)
        class_of[s] = s;
    enum status st = pass(g, g, q, class_of, &any, c, d);
    while (any && !st) {
        st = pass(g, q, &next, class_of, &any, c, d);
        lts_graph_free(q);
        *q = next;
    }
    return st;
}
