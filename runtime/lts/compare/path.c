/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Paths through the systems that show what a comparison found: breadth first over (state, letters done).
 */
#include "runtime/lts/compare/compare.h"

#include <stdlib.h>

struct node {
    uint32_t state, letters, parent;
    uint64_t transition;
};

struct finder {
    const struct graph *g;
    struct VEC(struct node) nodes;
    struct map64 known;
};

static void add_node(struct finder *f, uint32_t state, uint32_t letters, uint32_t parent, uint64_t transition)
{
    uint32_t old;
    uint64_t key = (uint64_t)letters << 32 | state;
    if (base_map64_get(&f->known, key, &old))
        return;
    struct node n = {state, letters, parent, transition};
    base_map64_put(&f->known, key, 0);
    vec_push(&f->nodes, n);
}

static bool spells(const struct graph *g, uint64_t t, struct letter l)
{
    return g->label[t] == l.label && (!g->colour || g->colour[g->target[t]] == l.colour);
}

static void expand(struct finder *f, uint32_t at, const struct letter *word, size_t letters, bool weak, bool to_class)
{
    const struct graph *g = f->g;
    struct node n = f->nodes.items[at];
    for (uint64_t t = g->first[n.state]; t < g->first[n.state + 1]; t++) {
        bool silent = weak && g->label[t] == GRAPH_SILENT;
        if (silent && (n.letters < letters || to_class))
            add_node(f, g->target[t], n.letters, at, t);
        else if (!silent && n.letters < letters && spells(g, t, word[n.letters]))
            add_node(f, g->target[t], n.letters + 1, at, t);
    }
}

static void trace_back(const struct finder *f, uint32_t at, struct path *path)
{
    size_t n = 0;
    for (uint32_t i = at; i; i = f->nodes.items[i].parent)
        n++;
    vec_reserve(&path->transition, n + 1);
    path->transition.count = n;
    path->to = f->nodes.items[at].state;
    for (uint32_t i = at; i; i = f->nodes.items[i].parent)
        path->transition.items[--n] = f->nodes.items[i].transition;
}

bool compare_path_find(const struct graph *g, uint32_t from, const struct letter *word, size_t letters, bool weak,
                       const uint32_t *class_of, uint32_t target_class, struct path *path)
{
    struct finder f = {.g = g};
    bool found = false;
    *path = (struct path){.from = from, .to = from};
    add_node(&f, from, 0, 0, 0);
    for (uint32_t i = 0; i < f.nodes.count && !found; i++) {
        struct node n = f.nodes.items[i];
        found = n.letters == letters && (target_class == LTS_NONE || class_of[n.state] == target_class);
        if (found)
            trace_back(&f, i, path);
        else
            expand(&f, i, word, letters, weak, target_class != LTS_NONE);
    }
    vec_free(&f.nodes);
    base_map64_free(&f.known);
    return found;
}

/* The silent steps that lead back to where they began, inside one class; there is such a cycle. */
static void find_cycle(struct finder *f, uint32_t start, const uint32_t *class_of)
{
    const struct graph *g = f->g;
    add_node(f, start, 0, 0, 0);
    for (uint32_t i = 0; i < f->nodes.count; i++) {
        uint32_t s = f->nodes.items[i].state;
        for (uint64_t t = g->first[s]; t < g->first[s + 1] && g->label[t] == GRAPH_SILENT; t++) {
            uint32_t to = g->target[t];
            if (class_of[to] == class_of[start])
                add_node(f, to, to == start, i, t); /* the return counts as another node */
            if (to == start)
                return;
        }
    }
}

bool compare_path_divergence(const struct graph *g, uint32_t from, const uint32_t *class_of, struct path *path)
{
    struct finder f = {.g = g}, cycle = {.g = g};
    uint32_t *component = base_mem_alloc(g->states * sizeof *component);
    bool *cyclic, found = false;
    struct path around = {0};
    lts_graph_components(g, class_of, false, component, &cyclic);
    *path = (struct path){.from = from, .to = from};
    add_node(&f, from, 0, 0, 0);
    for (uint32_t i = 0; i < f.nodes.count && !found; i++) {
        found = cyclic[component[f.nodes.items[i].state]];
        if (found)
            trace_back(&f, i, path);
        else
            expand(&f, i, NULL, 0, true, true);
    }
    if (found) {
        find_cycle(&cycle, path->to, class_of);
        trace_back(&cycle, (uint32_t)cycle.nodes.count - 1, &around);
        for (size_t i = 0; i < around.transition.count; i++)
            vec_push(&path->transition, around.transition.items[i]);
    }
    compare_path_free(&around);
    vec_free(&f.nodes);
    vec_free(&cycle.nodes);
    base_map64_free(&f.known);
    base_map64_free(&cycle.known);
    free(component);
    free(cyclic);
    return found;
}

void compare_path_free(struct path *p)
{
    vec_free(&p->transition);
}

void compare_add_steps(struct compare *x, int side, const struct path *path, size_t from)
{
    const struct graph *g = &x->g;
    for (size_t i = from; i < path->transition.count; i++) {
        uint64_t t = path->transition.items[i];
        struct lts_step step = {side, arena_str(x->out->arena, g->name[g->label[t]]), g->old[g->target[t]], g->via[t]};
        vec_push(&x->steps, step);
    }
}

void compare_finish(struct compare *x)
{
    x->out->steps = x->steps.count;
    x->out->trace = vec_to_arena(&x->steps, x->out->arena);
    vec_free(&x->steps);
}
