/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Verdicts on graphs: which violations are reachable, surely or possibly, and the shortest paths to them.
 *
 * Invariant: an edge a -> b is must when every concrete state of a has a successor in b; so a must path from the
 * initial state ends in a state that some run really reaches, in complete and in partial graphs alike.
 */
#include "runtime/check/private.h"

#include <stdlib.h>

#define NO_PARENT UINT64_MAX

/* Breadth first search; `parent` keeps the transition that found a state. */
struct search {
    const struct lts *graph;
    uint64_t *parent;
    uint8_t *seen;
    uint32_t *queue, head, tail;
};

static void search_begin(struct search *s, const struct lts *l, uint32_t from)
{
    s->graph = l;
    s->parent = base_mem_alloc(sizeof *s->parent * ((size_t)l->states + 1));
    s->seen = base_mem_zalloc((size_t)l->states + 1);
    s->queue = base_mem_alloc(sizeof *s->queue * ((size_t)l->states + 1));
    s->head = s->tail = 0;
    s->queue[s->tail++] = from;
    s->seen[from] = 1;
    s->parent[from] = NO_PARENT;
}

static void search_end(struct search *s)
{
    free(s->parent);
    free(s->seen);
    free(s->queue);
}

static void search_expand(struct search *s, uint32_t state, bool must_only, bool silent_only)
{
    const struct lts *l = s->graph;
    for (uint64_t t = l->first[state]; t < l->first[state + 1]; t++) {
        uint32_t to = l->target[t];
        if (s->seen[to] || (must_only && !lts_is_must(l, t)) || (silent_only && l->label[t] != LTS_TAU))
            continue;
        s->seen[to] = 1;
        s->parent[to] = t;
        s->queue[s->tail++] = to;
    }
}

static struct graph_path search_path(const struct search *s, struct arena *a, uint32_t to)
{
    struct graph_path p = {NULL, 0};
    for (uint32_t at = to; s->parent[at] != NO_PARENT; at = lts_source(s->graph, s->parent[at]))
        p.count++;
    p.steps = ARENA_ARRAY(a, uint64_t, p.count + 1);
    size_t i = p.count;
    for (uint32_t at = to; s->parent[at] != NO_PARENT; at = lts_source(s->graph, s->parent[at]))
        p.steps[--i] = s->parent[at];
    return p;
}

/* The nearest state whose proposition is at least `wanted`; LTS_NONE when there is none. */
static uint32_t find_state(struct arena *a, const struct lts *l, uint32_t prop, uint8_t wanted, bool must_only,
                           struct graph_path *path)
{
    struct search s;
    uint32_t found = LTS_NONE;
    search_begin(&s, l, l->initial);
    while (s.head < s.tail && found == LTS_NONE) {
        uint32_t state = s.queue[s.head++];
        if (l->prop[(size_t)state * l->props + prop] >= wanted)
            found = state;
        else
            search_expand(&s, state, must_only, false);
    }
    if (found != LTS_NONE)
        *path = search_path(&s, a, found);
    search_end(&s);
    return found;
}

void check_graph_judge(struct arena *a, const struct lts *l, uint32_t prop, bool complete, struct graph_verdict *out)
{
    memset(out, 0, sizeof *out);
    out->state = LTS_NONE;
    out->verdict = complete ? LTS_VERDICT_TRUE : LTS_VERDICT_MAYBE;
    if (!l->prop || prop >= l->props || !l->states)
        return;
    out->state = find_state(a, l, prop, LTS_TRUE, true, &out->path);
    if (out->state != LTS_NONE) {
        out->verdict = LTS_VERDICT_FALSE;
        return;
    }
    out->state = find_state(a, l, prop, LTS_MAYBE, false, &out->path);
    if (out->state != LTS_NONE)
        out->verdict = LTS_VERDICT_MAYBE;
}

struct graph_path check_graph_path_to(struct arena *a, const struct lts *l, uint32_t state)
{
    struct search s;
    search_begin(&s, l, l->initial);
    while (s.head < s.tail && !s.seen[state])
        search_expand(&s, s.queue[s.head++], false, false);
    struct graph_path path = s.seen[state] ? search_path(&s, a, state) : (struct graph_path){NULL, 0};
    search_end(&s);
    return path;
}

bool check_graph_silent_path(struct arena *a, const struct lts *l, uint32_t from, uint32_t to, struct graph_path *out)
{
    struct search s;
    search_begin(&s, l, from);
    while (s.head < s.tail && !s.seen[to])
        search_expand(&s, s.queue[s.head++], false, true);
    bool found = s.seen[to];
    if (found)
        *out = search_path(&s, a, to);
    search_end(&s);
    return found;
}
