/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Views of a graph that every reduction needs: transitions by target, components of the silent transitions, and the
 * graph of classes.
 */
#include "runtime/base/components.h"
#include "runtime/base/sorted.h"
#include "runtime/lts/graph.h"

#include <stdlib.h>

bool lts_graph_has_may(const struct graph *g)
{
    if (!g->must)
        return false;
    for (uint64_t t = 0, m = graph_transitions(g); t < m; t++)
        if (!graph_must(g, t))
            return true;
    return false;
}

void lts_graph_all_may(struct graph *q, const struct graph *g)
{
    if (lts_graph_has_may(g))
        q->must = bits_new(graph_transitions(q));
}

void lts_graph_close_silently(const struct graph *g, struct visited *v, struct u32s *list)
{
    for (size_t i = 0; i < list->count; i++) {
        uint32_t s = list->items[i];
        for (uint64_t t = g->first[s]; t < g->first[s + 1] && g->label[t] == GRAPH_SILENT; t++)
            visited_add(v, list, g->target[t]);
    }
}

void lts_reverse_make(struct reverse *r, const struct graph *g, bool with_index)
{
    uint64_t m = graph_transitions(g);
    r->first = base_mem_zalloc((g->states + (size_t)2) * sizeof *r->first);
    r->source = base_mem_alloc(m * sizeof *r->source);
    r->label = base_mem_alloc(m * sizeof *r->label);
    r->index = with_index ? base_mem_alloc(m * sizeof *r->index) : NULL;
    for (uint64_t t = 0; t < m; t++)
        r->first[g->target[t] + 2]++;
    for (uint32_t s = 0; s < g->states; s++)
        r->first[s + 2] += r->first[s + 1];
    for (uint32_t s = 0; s < g->states; s++)
        for (uint64_t t = g->first[s]; t < g->first[s + 1]; t++) {
            uint64_t at = r->first[g->target[t] + 1]++;
            r->source[at] = s;
            r->label[at] = g->label[t];
            if (with_index)
                r->index[at] = t;
        }
}

void lts_reverse_free(struct reverse *r)
{
    free(r->first);
    free(r->source);
    free(r->label);
    free(r->index);
    *r = (struct reverse){0};
}

/* ---- components -------------------------------------------------------------------------------------------------- */

struct search {
    const struct graph *g;
    const uint32_t *within;
    bool must_only;
    uint32_t *component, found;
    struct VEC(bool) cyclic;
};

static bool follows(const struct search *x, uint32_t s, uint64_t t)
{
    const struct graph *g = x->g;
    return (!x->within || x->within[s] == x->within[g->target[t]]) && (!x->must_only || graph_must(g, t));
}

static bool is_silent(const struct graph *g, uint32_t s, uint64_t t)
{
    return t < g->first[s + 1] && g->label[t] == GRAPH_SILENT;
}

/* Rows are sorted: behind the silent transitions nothing is looked for. One that is not followed is a loop, which
 * joins nothing. */
static uint32_t next_silent(void *context, uint32_t s, uint32_t i)
{
    const struct search *x = context;
    uint64_t t = x->g->first[s] + i;
    if (!is_silent(x->g, s, t))
        return COMPONENTS_NONE;
    return follows(x, s, t) ? x->g->target[t] : s;
}

/* Every member of a component of several states lies on a cycle; a single one does when it has a loop. */
static void number_component(void *context, const uint32_t *members, uint32_t count)
{
    struct search *x = context;
    uint32_t s = *members;
    bool loop = false;
    for (uint32_t i = 0; i < count; i++)
        x->component[members[i]] = x->found;
    for (uint64_t t = x->g->first[s]; count == 1 && is_silent(x->g, s, t); t++)
        loop |= x->g->target[t] == s && follows(x, s, t);
    vec_push(&x->cyclic, count > 1 || loop);
    x->found++;
}

uint32_t lts_graph_components(const struct graph *g, const uint32_t *within, bool must_only, uint32_t *component,
                              bool **cyclic)
{
    struct search x = {.g = g, .within = within, .must_only = must_only, .component = component};
    base_components_find(&(struct components_graph){g->states, next_silent, NULL, number_component, &x});
    if (cyclic)
        *cyclic = x.cyclic.items;
    else
        vec_free(&x.cyclic);
    return x.found;
}

/* ---- classes ----------------------------------------------------------------------------------------------------- */

void lts_graph_dress(struct graph *out, const struct graph *g)
{
    out->labels = g->labels;
    out->name = base_mem_alloc(g->labels * sizeof *out->name);
    memcpy(out->name, g->name, g->labels * sizeof *out->name);
    out->split = out->states;
    out->props = g->props;
    if (g->valuation) {
        out->valuation = base_mem_alloc((size_t)g->colours * g->props);
        memcpy(out->valuation, g->valuation, (size_t)g->colours * g->props);
        out->prop_name = base_mem_alloc(g->props * sizeof *out->prop_name);
        memcpy(out->prop_name, g->prop_name, g->props * sizeof *out->prop_name);
    }
    if (out->colour)
        return;
    out->colours = g->colours;
    out->colour = g->colour ? base_mem_alloc(out->states * sizeof *out->colour) : NULL;
    for (uint32_t s = 0; g->colour && s < out->states; s++)
        out->colour[s] = g->colour[out->old[s]];
}

void lts_graph_collapse(struct graph *out, const struct graph *g, const uint32_t *class_of, uint32_t classes,
                        const bool *loops)
{
    uint32_t *list = base_mem_alloc(g->states * sizeof *list);
    uint32_t *first = base_list_by_key(class_of, g->states, classes, list);
    *out = (struct graph){.states = classes};
    out->root[0] = class_of[g->root[0]];
    out->root[1] = class_of[g->root[1]];
    out->first = base_mem_zalloc((classes + (size_t)1) * sizeof *out->first);
    out->old = base_mem_alloc(classes * sizeof *out->old);
    struct u32s label = {0}, target = {0};
    for (uint32_t c = 0; c < classes; c++) {
        out->old[c] = list[first[c]];
        if (loops && loops[c]) {
            vec_push(&label, GRAPH_SILENT);
            vec_push(&target, c);
        }
        for (uint32_t i = first[c]; i < first[c + 1]; i++)
            for (uint64_t t = g->first[list[i]]; t < g->first[list[i] + 1]; t++)
                if (g->label[t] != GRAPH_SILENT || class_of[g->target[t]] != c) {
                    vec_push(&label, g->label[t]);
                    vec_push(&target, class_of[g->target[t]]);
                }
        out->first[c + 1] = label.count;
    }
    out->label = label.items;
    out->target = target.items;
    lts_graph_dress(out, g);
    lts_graph_sort_rows(out);
    free(first);
    free(list);
}

void lts_graph_represent(struct graph *out, const struct graph *g, const uint32_t *stands,
                         bool (*drops)(const void *context, uint32_t s, uint64_t t), const void *context,
                         uint32_t *number)
{
    struct u32s order = {0}, label = {0}, target = {0};
    struct u64s first = {0};
    uint32_t *fresh = base_mem_alloc(g->states * sizeof *fresh);
    memset(fresh, 0xff, g->states * sizeof *fresh);
    fresh[stands[g->root[0]]] = 0;
    vec_push(&order, stands[g->root[0]]);
    vec_push(&first, 0);
    for (uint32_t i = 0; i < order.count; i++) {
        uint32_t s = order.items[i];
        for (uint64_t t = g->first[s]; t < g->first[s + 1]; t++) {
            uint32_t to = stands[g->target[t]];
            if (drops && drops(context, s, t))
                continue;
            if (fresh[to] == LTS_NONE) {
                fresh[to] = (uint32_t)order.count;
                vec_push(&order, to);
            }
            vec_push(&label, g->label[t]);
            vec_push(&target, fresh[to]);
        }
        vec_push(&first, label.count);
    }
    *out = (struct graph){.states = (uint32_t)order.count,
                          .first = first.items,
                          .label = label.items,
                          .target = target.items,
                          .old = order.items};
    lts_graph_dress(out, g);
    lts_graph_sort_rows(out);
    for (uint32_t s = 0; s < g->states; s++)
        number[s] = fresh[stands[s]];
    free(fresh);
}

void lts_graph_add_loops(struct graph *g, const bool *loops)
{
    uint64_t more = 0;
    for (uint32_t s = 0; s < g->states; s++)
        more += loops[s];
    uint64_t m = graph_transitions(g), at = m + more;
    g->label = base_mem_resize(g->label, (at + 1) * sizeof *g->label);
    g->target = base_mem_resize(g->target, (at + 1) * sizeof *g->target);
    uint64_t to = m;
    for (uint32_t s = g->states; s-- > 0;) {
        uint64_t from = g->first[s], t = to;
        bool loop = loops[s];
        g->first[s + 1] = at;
        while (t > from || loop) {
            at--;
            if (loop && (t == from || (g->label[t - 1] == GRAPH_SILENT && g->target[t - 1] < s))) {
                g->label[at] = GRAPH_SILENT;
                g->target[at] = s;
                loop = false;
            } else {
                t--;
                g->label[at] = g->label[t];
                g->target[at] = g->target[t];
            }
        }
        to = from;
    }
}
