/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The graph of the steps of a grain: silent transitions are run together with the step behind them.
 *
 * Soundness. A transition a -> b of the result is may when some silent path of may transitions from a leads to a step
 * into b, and must when one of must transitions does: every concrete state of a then has a path to one of b, for the
 * chain links compose. A silent path that never ends is no step, and would be lost: it becomes an endless stay, must
 * when it consists of must transitions. A transition that may be a step or silent counts as both, and is must as
 * neither.
 */
#include "runtime/avm/avm.h"

#include <stdlib.h>

struct coarsening {
    const struct lts *l;
    const uint8_t *steps;
    uint32_t *number;           /* of a state in the result, plus 1; 0: it has none */
    uint8_t *lasts, *must_last; /* by state: silence may last for ever from there, and surely can */
    uint32_t *queue, *seen;
    struct VEC(uint32_t) state;
    struct VEC(uint64_t) step;
    struct lts_builder *b;
};

static bool is_silent(const struct lts *l, const uint8_t *steps, uint64_t t, bool must)
{
    return !steps[t] && (!must || lts_is_must(l, t));
}

/* ---- endless silence --------------------------------------------------------------------------------------------- */

/* The largest set of states each of which has a silent transition into the set. */
static uint8_t *find_endless(const struct lts *l, const uint8_t *steps, bool must)
{
    uint32_t *left = base_mem_zalloc((l->states + (size_t)1) * sizeof *left); /* silent transitions into the set */
    uint64_t *first = base_mem_zalloc((l->states + (size_t)2) * sizeof *first);
    uint8_t *in = base_mem_alloc(l->states + (size_t)1);
    for (uint32_t s = 0; s < l->states; s++)
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
            if (is_silent(l, steps, t, must)) {
                left[s]++;
                first[l->target[t] + 2]++;
            }
    for (uint32_t s = 0; s < l->states; s++)
        first[s + 2] += first[s + 1];
    uint32_t *from = base_mem_alloc((first[l->states + (size_t)1] + 1) * sizeof *from);
    for (uint32_t s = 0; s < l->states; s++)
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
            if (is_silent(l, steps, t, must))
                from[first[l->target[t] + 1]++] = s;
    uint32_t *queue = base_mem_alloc((l->states + (size_t)1) * sizeof *queue), tail = 0;
    for (uint32_t s = 0; s < l->states; s++) {
        in[s] = left[s] > 0;
        if (!left[s])
            queue[tail++] = s;
    }
    for (uint32_t head = 0; head < tail; head++)
        for (uint64_t i = first[queue[head]]; i < first[queue[head] + 1]; i++)
            if (!--left[from[i]]) {
                in[from[i]] = 0;
                queue[tail++] = from[i];
            }
    free(left);
    free(first);
    free(from);
    free(queue);
    return in;
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */

static uint32_t number_of(struct coarsening *x, uint32_t s)
{
    if (!x->number[s]) {
        vec_push(&x->state, s);
        x->number[s] = (uint32_t)x->state.count;
    }
    return x->number[s] - 1;
}

static void add(struct coarsening *x, uint32_t from, uint32_t label, uint32_t to, bool must, uint64_t step)
{
    lts_builder_add(x->b, from, label, to, must, (uint32_t)x->step.count);
    vec_push(&x->step, step);
}

/* All steps that follow silence from state `from` of the fine graph, over must transitions or over all. */
static void follow(struct coarsening *x, uint32_t node, uint32_t from, bool must, uint32_t round)
{
    const struct lts *l = x->l;
    uint32_t head = 0, tail = 0;
    x->queue[tail++] = from;
    x->seen[from] = round;
    while (head < tail) {
        uint32_t s = x->queue[head++];
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++) {
            uint32_t to = l->target[t];
            if (x->steps[t] && (!must || lts_is_must(l, t)))
                add(x, node, l->label[t], number_of(x, to), must, t);
            if (is_silent(l, x->steps, t, must) && x->seen[to] != round) {
                x->seen[to] = round;
                x->queue[tail++] = to;
            }
        }
    }
}

static void add_stays(struct coarsening *x, uint32_t nodes)
{
    for (uint32_t node = 0; node < nodes; node++) {
        uint32_t s = x->state.items[node];
        if (!x->lasts[s])
            continue;
        vec_push(&x->state, s);
        uint32_t stay = (uint32_t)x->state.count - 1;
        add(x, node, LTS_TAU, stay, x->must_last[s], UINT64_MAX);
        add(x, stay, LTS_TAU, stay, true, UINT64_MAX);
    }
}

/* ---- the result -------------------------------------------------------------------------------------------------- */

static void finish(struct coarsening *x, struct avm_coarse *out)
{
    const struct lts *l = x->l;
    struct lts *g = lts_builder_finish(x->b, 0, true, true);
    out->graph = g;
    out->state = x->state.items;
    out->step = base_mem_alloc((lts_transitions(g) + 1) * sizeof *out->step);
    for (uint64_t t = 0; t < lts_transitions(g); t++) {
        out->step[t] = x->step.items[g->origin[t]];
        g->origin[t] = out->step[t] == UINT64_MAX || !l->origin ? 0 : l->origin[out->step[t]];
    }
    for (uint32_t s = 0; l->state_names && s < g->states; s++) {
        g->state_names =
            g->state_names ? g->state_names : base_mem_zalloc((g->states + (size_t)1) * sizeof *g->state_names);
        struct buf name = {0};
        bool stays =
            g->first[s] + 1 == g->first[s + 1] && out->step[g->first[s]] == UINT64_MAX && g->target[g->first[s]] == s;
        buf_printf(&name, "%s%s", l->state_names[out->state[s]], stays ? "silent for ever\n" : "");
        g->state_names[s] = name.data;
    }
    g->props = l->props;
    if (!l->prop)
        return;
    g->prop = base_mem_alloc((size_t)g->states * g->props + 1);
    g->prop_names = base_mem_zalloc((g->props + (size_t)1) * sizeof *g->prop_names);
    for (uint32_t p = 0; p < g->props; p++)
        g->prop_names[p] = l->prop_names[p] ? strdup(l->prop_names[p]) : NULL;
    for (uint32_t s = 0; s < g->states; s++)
        memcpy(g->prop + (size_t)s * g->props, l->prop + (size_t)out->state[s] * l->props, g->props);
}

enum status avm_coarsen(const struct lts *fine, const uint8_t *steps, const struct lts_control *control,
                        struct avm_coarse *out, struct diag *d)
{
    struct coarsening x = {.l = fine, .steps = steps, .b = lts_builder_new()};
    size_t n = fine->states + (size_t)1;
    x.number = base_mem_zalloc(n * sizeof *x.number);
    x.queue = base_mem_alloc(n * sizeof *x.queue);
    x.seen = base_mem_zalloc(n * sizeof *x.seen);
    x.lasts = find_endless(fine, steps, false);
    x.must_last = find_endless(fine, steps, true);
    *out = (struct avm_coarse){.fine = fine, .steps = steps};
    for (uint32_t i = 0; i < base_intern_count(fine->labels); i++)
        lts_builder_label(x.b, base_intern_str(fine->labels, i));
    number_of(&x, fine->initial);
    bool stops = false;
    for (uint32_t node = 0; node < x.state.count && !stops; node++) {
        uint32_t s = x.state.items[node];
        follow(&x, node, s, true, 2 * node + 1);
        follow(&x, node, s, false, 2 * node + 2);
        stops = node % 64 == 0 && control && control->stop && control->stop(control->context);
    }
    add_stays(&x, (uint32_t)x.state.count);
    lts_builder_states(x.b, (uint32_t)x.state.count);
    if (stops)
        lts_builder_free(x.b);
    else
        finish(&x, out);
    free(x.number);
    free(x.queue);
    free(x.seen);
    free(x.lasts);
    free(x.must_last);
    vec_free(&x.step);
    if (!stops)
        return ST_OK;
    vec_free(&x.state);
    return diag_set(d, ST_STOPPED, (struct place){0}, "the time was up while the steps of the grain were found");
}

void avm_coarse_free(struct avm_coarse *c)
{
    if (c->graph)
        lts_free(c->graph);
    free(c->state);
    free(c->step);
}

/* ---- paths ------------------------------------------------------------------------------------------------------- */

/* A silent path from `from` to `to`, shortest; the transitions backwards in `parent`. */
static bool search(const struct lts *l, const uint8_t *steps, uint32_t from, uint32_t to, bool must, uint64_t *parent)
{
    uint32_t *queue = base_mem_alloc((l->states + (size_t)1) * sizeof *queue), head = 0, tail = 0;
    memset(parent, 0xff, l->states * sizeof *parent);
    queue[tail++] = from;
    parent[from] = UINT64_MAX - 1;
    while (head < tail && parent[to] == UINT64_MAX) {
        uint32_t s = queue[head++];
        for (uint64_t t = l->first[s]; t < l->first[s + 1]; t++)
            if (is_silent(l, steps, t, must) && parent[l->target[t]] == UINT64_MAX) {
                parent[l->target[t]] = t;
                queue[tail++] = l->target[t];
            }
    }
    free(queue);
    return parent[to] != UINT64_MAX;
}

/* Into endless silence, until a state is met again. */
static uint64_t *stay_path(struct arena *a, const struct avm_coarse *c, uint32_t from, bool must, size_t *count)
{
    const struct lts *l = c->fine;
    uint8_t *in = find_endless(l, c->steps, must), *seen = base_mem_zalloc(l->states + (size_t)1);
    struct VEC(uint64_t) path = {0};
    for (uint32_t s = from; !seen[s];) {
        seen[s] = 1;
        uint64_t t = l->first[s];
        while (t < l->first[s + 1] && !(is_silent(l, c->steps, t, must) && in[l->target[t]]))
            t++;
        if (t == l->first[s + 1])
            break;
        vec_push(&path, t);
        s = l->target[t];
    }
    free(in);
    free(seen);
    *count = path.count;
    return vec_to_arena(&path, a);
}

uint64_t *avm_coarse_path(struct arena *a, const struct avm_coarse *c, uint64_t t, size_t *count)
{
    const struct lts *l = c->fine, *g = c->graph;
    uint32_t node = lts_source(g, t), from = c->state[node];
    bool must = lts_is_must(g, t);
    *count = 0;
    if (c->step[t] == UINT64_MAX)
        return g->target[t] == node ? NULL : stay_path(a, c, from, must, count);
    uint32_t to = lts_source(l, c->step[t]);
    uint64_t *parent = base_mem_alloc((l->states + (size_t)1) * sizeof *parent);
    if (!search(l, c->steps, from, to, must, parent))
        search(l, c->steps, from, to, false, parent);
    size_t n = 1;
    for (uint32_t s = to; s != from; s = lts_source(l, parent[s]))
        n++;
    uint64_t *path = ARENA_ARRAY(a, uint64_t, n);
    *count = n;
    path[--n] = c->step[t];
    for (uint32_t s = to; s != from; s = lts_source(l, parent[s]))
        path[--n] = parent[s];
    free(parent);
    return path;
}
