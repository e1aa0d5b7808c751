/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Verdicts on graphs made by hand: False needs must transitions and a certain violation, True a complete graph without
 * any, and the path is the shortest.
 */
#include "tap.h"

#include "runtime/check/private.h"

/* A graph from rows "from to must" and the proposition of each state. */
static struct lts *graph(const int (*edges)[3], size_t count, const uint8_t *props, uint32_t states)
{
    struct lts_builder *b = lts_builder_new();
    lts_builder_states(b, states);
    for (size_t i = 0; i < count; i++)
        lts_builder_add(b, (uint32_t)edges[i][0], LTS_TAU, (uint32_t)edges[i][1], edges[i][2], 0);
    struct lts *l = lts_builder_finish(b, 0, true, false);
    l->props = 1;
    l->prop = base_mem_alloc(states);
    memcpy(l->prop, props, states);
    return l;
}

static void judge(const int (*edges)[3], size_t count, const uint8_t *props, uint32_t states, bool complete,
                  enum lts_verdict verdict, uint32_t end, size_t steps, const char *what)
{
    struct arena *a = arena_new();
    struct lts *l = graph(edges, count, props, states);
    struct graph_verdict v;
    check_graph_judge(a, l, 0, complete, &v);
    bool connected = true;
    uint32_t at = l->initial;
    for (size_t i = 0; i < v.path.count; i++) {
        connected &= lts_source(l, v.path.steps[i]) == at;
        at = l->target[v.path.steps[i]];
    }
    ok(v.verdict == verdict && v.state == end && v.path.count == steps && connected && (end == LTS_NONE || at == end),
       "%s", what);
    lts_free(l);
    arena_free(a);
}

#define F LTS_FALSE
#define M LTS_MAYBE
#define T LTS_TRUE
#define JUDGE(edges, props, complete, verdict, end, steps, what)                                                       \
    judge(edges, sizeof(edges) / sizeof *(edges), props, sizeof(props), complete, LTS_VERDICT_##verdict, end, steps,   \
          what)

int main(void)
{
    static const int line[][3] = {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}};
    static const int may[][3] = {{0, 1, 1}, {1, 2, 0}, {2, 3, 1}};
    static const int detour[][3] = {{0, 3, 0}, {0, 1, 1}, {1, 2, 1}, {2, 3, 1}};
    static const int loop[][3] = {{0, 1, 1}, {1, 0, 1}, {2, 3, 1}};
    static const uint8_t none[] = {F, F, F, F}, last[] = {F, F, F, T}, perhaps[] = {F, F, F, M}, two[] = {F, M, F, T},
                         first[] = {T, F, F, F};
    JUDGE(line, none, true, TRUE, LTS_NONE, 0, "no violation in a complete graph: True");
    JUDGE(line, none, false, MAYBE, LTS_NONE, 0, "no violation in a partial graph: Maybe");
    JUDGE(line, last, true, FALSE, 3, 3, "a certain violation over must transitions: False");
    JUDGE(line, last, false, FALSE, 3, 3, "in a partial graph too");
    JUDGE(may, last, true, MAYBE, 3, 3, "over a may transition: Maybe, with the path");
    JUDGE(line, perhaps, true, MAYBE, 3, 3, "a possible violation over must transitions: Maybe");
    JUDGE(detour, last, true, FALSE, 3, 3, "the must path counts, though a may path is shorter");
    JUDGE(line, two, true, FALSE, 3, 3, "a certain violation behind a possible one");
    JUDGE(loop, last, true, TRUE, LTS_NONE, 0, "what cannot be reached does not count");
    JUDGE(line, first, true, FALSE, 0, 0, "a violation at the start has an empty path");
    return done();
}
