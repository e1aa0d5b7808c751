/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The peephole optimiser of DuVarney's thesis (section 4.6): a state with one outgoing transition, silent and no loop,
 * is deleted, and what led to it leads to its successor. This preserves observational equivalence (not strong
 * bisimulation, as the thesis has it: t.x.nil and x.nil), and divergence too: a cycle of such states ends as one state
 * with a silent loop.
 *
 * Two silent transitions that come to lead to the same state count as one, so a deletion can make its predecessors
 * deletable; they are looked at again. Deleted states form chains, followed as in union-find.
 */
#include "runtime/lts/refine/peephole.h"
#include "runtime/lts/quotient.h"

#include <stdlib.h>

struct peephole {
    const struct graph *g;
    struct reverse in;
    uint32_t *to;         /* where a deleted state leads; itself while it stays */
    uint32_t *next, *end; /* lists of the states that a state stands for, by their first and last */
    struct u32s work;
    bool *queued;
};

static uint32_t follow(struct peephole *x, uint32_t s)
{
    while (x->to[s] != s) {
        x->to[s] = x->to[x->to[s]];
        s = x->to[s];
    }
    return s;
}

static void enqueue(struct peephole *x, uint32_t s)
{
    if (x->to[s] != s || x->queued[s])
        return;
    x->queued[s] = true;
    vec_push(&x->work, s);
}

/* The only state that s silently leads to, or LTS_NONE when s must stay. */
static uint32_t only_successor(struct peephole *x, uint32_t s)
{
    const struct graph *g = x->g;
    uint32_t only = LTS_NONE;
    bool must = false;
    for (uint64_t t = g->first[s]; t < g->first[s + 1]; t++) {
        if (g->label[t] != GRAPH_SILENT)
            return LTS_NONE;
        uint32_t to = follow(x, g->target[t]);
        if (to == s || (only != LTS_NONE && only != to))
            return LTS_NONE;
        only = to;
        must |= graph_must(g, t);
    }
    return must ? only : LTS_NONE;
}

static void delete_state(struct peephole *x, uint32_t s, uint32_t to)
{
    x->to[s] = to;
    for (uint32_t member = s; member != LTS_NONE; member = x->next[member])
        for (uint64_t t = x->in.first[member]; t < x->in.first[member + 1]; t++)
            if (x->in.label[t] == GRAPH_SILENT)
                enqueue(x, x->in.source[t]);
    x->next[x->end[to]] = s;
    x->end[to] = x->end[s];
}

/* Finds the state that stands for each state, as a class number; *kept lists the states that stay, by class. */
static uint32_t find_classes(const struct graph *g, uint32_t *class_of, uint32_t **kept)
{
    struct peephole x = {.g = g};
    uint32_t classes = 0;
    lts_reverse_make(&x.in, g, false);
    x.to = base_mem_alloc(g->states * sizeof *x.to);
    x.next = base_mem_alloc(g->states * sizeof *x.next);
    x.end = base_mem_alloc(g->states * sizeof *x.end);
    x.queued = base_mem_zalloc(g->states * sizeof *x.queued);
    for (uint32_t s = 0; s < g->states; s++) {
        x.to[s] = x.end[s] = s;
        x.next[s] = LTS_NONE;
    }
    for (uint32_t s = g->states; s--;)
        enqueue(&x, s);
    while (x.work.count) {
        uint32_t s = x.work.items[--x.work.count];
        x.queued[s] = false;
        uint32_t to = only_successor(&x, s);
        if (to != LTS_NONE)
            delete_state(&x, s, to);
    }
    *kept = base_mem_alloc(g->states * sizeof **kept);
    for (uint32_t s = 0; s < g->states; s++)
        if (x.to[s] == s) {
            class_of[s] = classes;
            (*kept)[classes++] = s;
        }
    for (uint32_t s = 0; s < g->states; s++)
        class_of[s] = class_of[follow(&x, s)];
    lts_reverse_free(&x.in);
    free(x.to);
    free(x.next);
    free(x.end);
    free(x.queued);
    vec_free(&x.work);
    return classes;
}

/* A state that stays keeps its own transitions; each is must when one of those it stands for is. */
enum status refine_peephole(const struct graph *g, enum lts_relation relation, uint32_t *class_of, struct graph *q,
                            const struct lts_control *c, struct diag *d)
{
    (void)relation;
    (void)c;
    (void)d;
    uint32_t *kept, classes = find_classes(g, class_of, &kept);
    bool *loops = base_mem_zalloc(classes * sizeof *loops);
    for (uint32_t k = 0; k < classes; k++)
        for (uint64_t t = g->first[kept[k]]; t < g->first[kept[k] + 1] && g->label[t] == GRAPH_SILENT; t++)
            loops[k] |= class_of[g->target[t]] == k;
    lts_graph_collapse(q, g, class_of, classes, loops);
    memcpy(q->old, kept, classes * sizeof *kept);
    if (g->must)
        q->must = bits_new(graph_transitions(q));
    for (uint32_t k = 0; g->must && k < classes; k++)
        for (uint64_t t = g->first[kept[k]]; t < g->first[kept[k] + 1]; t++)
            if (graph_must(g, t))
                bit_set(q->must, lts_graph_find(q, k, g->label[t], class_of[g->target[t]]), true);
    free(loops);
    free(kept);
    return ST_OK;
}
