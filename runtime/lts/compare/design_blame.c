/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where certainty ends: the nearest state that can do what its class does only by may steps.
 */
#include "runtime/lts/compare/design.h"

#include <stdlib.h>

struct blame {
    const struct graph *g;
    const struct classes *k;
    enum lts_relation relation;
    struct visited visited;
    struct u32s before, after;
};

/* Adds what must silent steps lead to; with `inside` only in one class. */
static void close_surely(struct blame *x, struct u32s *list, bool inside)
{
    const struct graph *g = x->g;
    for (size_t i = 0; i < list->count; i++) {
        uint32_t s = list->items[i];
        for (uint64_t t = g->first[s]; t < g->first[s + 1] && g->label[t] == GRAPH_SILENT; t++)
            if (graph_must(g, t) && (!inside || x->k->of[g->target[t]] == x->k->of[s]))
                visited_add(&x->visited, list, g->target[t]);
    }
}

/* Whether must steps alone lead s by the label into the class, as the relation reads it. */
static bool surely(struct blame *x, uint32_t s, uint32_t label, uint32_t to)
{
    const struct graph *g = x->g;
    bool strong = x->relation == LTS_STRONG, weak = x->relation == LTS_WEAK || x->relation == LTS_DPWEAK, found = false;
    x->before.count = x->after.count = 0;
    visited_clear(&x->visited);
    visited_add(&x->visited, &x->before, s);
    if (!strong)
        close_surely(x, &x->before, !weak);
    visited_clear(&x->visited);
    for (size_t i = 0; i < x->before.count; i++) {
        uint32_t u = x->before.items[i];
        if (weak && label == GRAPH_SILENT)
            visited_add(&x->visited, &x->after, u);
        for (uint64_t t = g->first[u]; t < g->first[u + 1]; t++)
            if (g->label[t] == label && graph_must(g, t))
                visited_add(&x->visited, &x->after, g->target[t]);
    }
    if (weak)
        close_surely(x, &x->after, false);
    for (size_t i = 0; i < x->after.count && !found; i++)
        found = x->k->of[x->after.items[i]] == to;
    return found;
}

/* The class transition that s lacks must steps for, or UINT64_MAX. Loops that stand for divergence do not count
 * here. */
static uint64_t lacks(struct blame *x, uint32_t s)
{
    const struct graph *q = &x->k->q;
    uint32_t c = x->k->of[s];
    for (uint64_t t = q->first[c]; t < q->first[c + 1]; t++) {
        bool divergence = q->label[t] == GRAPH_SILENT && q->target[t] == c && x->relation != LTS_STRONG;
        if (!graph_must(q, t) && !divergence && !surely(x, s, q->label[t], q->target[t]))
            return t;
    }
    return UINT64_MAX;
}

struct found {
    uint32_t state, parent;
    uint64_t by;
};
struct founds VEC(struct found);

static void add_path(const struct founds *order, size_t at, struct path *path)
{
    size_t n = 0;
    for (size_t i = at; i; i = order->items[i].parent)
        n++;
    vec_reserve(&path->transition, n + 1);
    path->transition.count = n;
    for (size_t i = at; i; i = order->items[i].parent)
        path->transition.items[--n] = order->items[i].by;
}

static void say(struct design *w, const struct classes *k, uint32_t s, uint64_t t, const struct path *way)
{
    struct lts_comparison *out = w->x.out;
    const struct graph *g = &w->x.g;
    bool weak = lts_relation_kind(w->x.relation)->weak;
    struct buf word = {0};
    for (size_t i = 0; i < way->transition.count; i++)
        if (!weak || g->label[way->transition.items[i]] != GRAPH_SILENT)
            buf_printf(&word, "%s%s", word.size ? " " : "after ", g->name[g->label[way->transition.items[i]]]);
    if (word.size)
        buf_puts(&word, " ");
    out->explanation =
        arena_printf(out->arena,
                     weak && k->q.label[t] == GRAPH_SILENT
                         ? "%sthe design can come silently to where other steps are possible; that the program "
                           "can is not certain"
                         : "%sthe design can do %s; that the program can is not certain",
                     buf_str(&word), k->q.name[k->q.label[t]]);
    out->only_in = 1;
    out->state_a = g->old[s];
    out->state_b = g->old[g->root[1]];
    for (uint32_t d = g->split; d < g->states; d++)
        if (k->of[d] == k->of[s]) {
            out->state_b = g->old[d];
            break;
        }
    buf_free(&word);
}

/* The path to the state, then the one by which it may do what is not certain. */
static void show(struct design *w, const struct classes *k, const struct founds *order, size_t at, uint64_t t)
{
    const struct graph *g = &w->x.g, *q = &k->q;
    bool weak = lts_relation_kind(w->x.relation)->weak;
    uint32_t s = order->items[at].state;
    struct path way = {0}, rest;
    struct letter letter = {q->label[t], q->colour ? q->colour[q->target[t]] : 0};
    add_path(order, at, &way);
    say(w, k, s, t, &way);
    compare_add_steps(&w->x, 0, &way, 0);
    if (compare_path_find(g, s, &letter, weak && letter.label == GRAPH_SILENT ? 0 : 1, weak, k->of, q->target[t],
                          &rest))
        compare_add_steps(&w->x, 0, &rest, 0);
    compare_path_free(&way);
    compare_path_free(&rest);
}

void compare_design_blame_may(struct design *w, const struct classes *k)
{
    const struct graph *g = &w->x.g;
    struct blame x = {.g = g, .k = k, .relation = w->x.relation};
    struct founds order = {0};
    struct found start = {g->root[0], 0, 0};
    bool *known = base_mem_zalloc(g->states), done = false;
    x.visited = visited_new(g->states);
    vec_push(&order, start);
    known[start.state] = true;
    for (size_t i = 0; i < order.count && !done; i++) {
        uint32_t s = order.items[i].state;
        uint64_t missing = lacks(&x, s);
        done = missing != UINT64_MAX;
        if (done)
            show(w, k, &order, i, missing);
        for (uint64_t t = g->first[s]; t < g->first[s + 1] && !done; t++)
            if (!known[g->target[t]]) {
                struct found next = {g->target[t], (uint32_t)i, t};
                known[g->target[t]] = true;
                vec_push(&order, next);
            }
    }
    if (!done)
        w->x.out->explanation = "the design can go on silently for ever; that the program can is not certain";
    free(known);
    visited_free(&x.visited);
    vec_free(&order);
    vec_free(&x.before);
    vec_free(&x.after);
}
