/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Weak bisimulation: R. Milner, "Communication and Concurrency" (1989), chapter 5; splitters after P. Kanellakis and
 * S. Smolka, "CCS expressions, finite state processes, and three problems of equivalence" (1990).
 *
 * The states are those of the branching quotient, which is usually small, and whose silent steps have no cycles. The
 * weak transitions are never stored: for a splitter B, the states with a weak a-transition into B are found backwards,
 * as silent* a silent* B. Without counters a part of a split block says nothing about the other part, so both are
 * queued; small blocks are taken first, or a large remainder would be looked at again for each state split off.
 */
#include "runtime/lts/weak/weak.h"
#include "runtime/lts/control.h"
#include "runtime/lts/refine/refine.h"

#include <stdlib.h>

/* How much looking at single blocks may cost, by size of the system, before splitters are tried. */
enum { LOCAL_WORK = 1000 };

struct splitter {
    const struct graph *h;
    const bool *loop; /* divergent states, or NULL */
    struct weak_hub hub[WEAK_HUBS];
    uint32_t hubs;
    struct reverse in;
    struct blocks p;
    uint32_t crowd, waiting; /* states in blocks of several; blocks that are queued */
    struct u32s queue[32];   /* by the logarithm of the size they had when they were queued */
    struct {
        bool *items;
        size_t count, capacity;
    } queued;                /* by block */
    struct visited visited;
    struct u32s base, reach; /* silent* B; the states found for one label */
    uint32_t *bucket;        /* by label */
    struct u32s labels, pick;
};

static void enqueue(struct splitter *x, uint32_t b)
{
    while (x->queued.count <= b)
        vec_push(&x->queued, false);
    if (x->queued.items[b])
        return;
    vec_push(&x->queue[31 - __builtin_clz(blocks_size(&x->p, b))], b);
    x->queued.items[b] = true;
    x->waiting++;
}

/* The smallest block that is queued, roughly, or LTS_NONE. Small ones first: what they split need not be looked at
 * before. */
static uint32_t dequeue(struct splitter *x)
{
    for (int size = 0; size < 32; size++)
        if (x->queue[size].count) {
            uint32_t b = x->queue[size].items[--x->queue[size].count];
            x->queued.items[b] = false;
            x->waiting--;
            return b;
        }
    return LTS_NONE; /* not reached: something waits */
}

/* Adds all states from which silent steps lead into the list. */
static void close_backwards(struct splitter *x, struct u32s *list)
{
    for (size_t i = 0; i < list->count; i++)
        for (uint64_t t = x->in.first[list->items[i]]; t < x->in.first[list->items[i] + 1]; t++)
            if (x->in.label[t] == GRAPH_SILENT)
                visited_add(&x->visited, list, x->in.source[t]);
}

static void split_by(struct splitter *x, const struct u32s *list)
{
    for (size_t i = 0; i < list->count; i++)
        blocks_mark(&x->p, list->items[i]);
    for (size_t i = 0; i < x->p.touched.count; i++) {
        uint32_t b = x->p.touched.items[i], fresh = blocks_split(&x->p, b);
        if (fresh == LTS_NONE)
            continue;
        x->crowd -= (blocks_size(&x->p, b) == 1) + (blocks_size(&x->p, fresh) == 1);
        enqueue(x, b);
        enqueue(x, fresh);
    }
    x->p.touched.count = 0;
}

/* Groups the sources of visible transitions into the base by label. */
static void gather_sources(struct splitter *x)
{
    const struct reverse *in = &x->in;
    x->labels.count = x->pick.count = 0;
    for (size_t i = 0; i < x->base.count; i++)
        for (uint64_t t = in->first[x->base.items[i]]; t < in->first[x->base.items[i] + 1]; t++)
            if (in->label[t] != GRAPH_SILENT && !x->bucket[in->label[t]]++)
                vec_push(&x->labels, in->label[t]);
    uint32_t at = 0;
    for (size_t i = 0; i < x->labels.count; i++) {
        uint32_t size = x->bucket[x->labels.items[i]];
        x->bucket[x->labels.items[i]] = at;
        at += size;
    }
    vec_reserve(&x->pick, at);
    for (size_t i = 0; i < x->base.count; i++)
        for (uint64_t t = in->first[x->base.items[i]]; t < in->first[x->base.items[i] + 1]; t++)
            if (in->label[t] != GRAPH_SILENT)
                x->pick.items[x->bucket[in->label[t]]++] = in->source[t];
}

static void split_by_sources(struct splitter *x, const uint32_t *sources, size_t n)
{
    visited_clear(&x->visited);
    x->reach.count = 0;
    for (size_t i = 0; i < n; i++)
        visited_add(&x->visited, &x->reach, sources[i]);
    close_backwards(x, &x->reach);
    split_by(x, &x->reach);
}

static void process(struct splitter *x, uint32_t b)
{
    visited_clear(&x->visited);
    x->base.count = 0;
    for (uint32_t i = x->p.start[b]; i < x->p.end[b]; i++)
        visited_add(&x->visited, &x->base, x->p.item[i]);
    close_backwards(x, &x->base);
    split_by(x, &x->base);
    gather_sources(x);
    uint32_t from = 0;
    for (size_t i = 0; i < x->labels.count; i++) {
        uint32_t to = x->bucket[x->labels.items[i]];
        x->bucket[x->labels.items[i]] = 0;
        split_by_sources(x, x->pick.items + from, to - from);
        from = to;
    }
    if (!x->loop)
        return;
    x->pick.count = 0;
    for (size_t i = 0; i < x->base.count; i++)
        if (x->loop[x->base.items[i]])
            vec_push(&x->pick, x->base.items[i]);
    if (x->pick.count)
        split_by_sources(x, x->pick.items, x->pick.count);
}

/* All blocks are splitters, until few states are left that any splitter could tell apart: then it is cheaper to look at
 * these than at all that waits. */
static enum status empty_queue(struct splitter *x, const struct lts_control *c, struct diag *d)
{
    bool done;
    enum status st = ST_OK;
    reverse_make(&x->in, x->h, false);
    x->visited = visited_new(x->h->states);
    x->bucket = mem_zalloc(x->h->labels * sizeof *x->bucket);
    for (uint32_t b = 0; b < x->p.count; b++)
        enqueue(x, b);
    for (uint32_t b = 0; b < x->p.count; b++)
        x->crowd += blocks_size(&x->p, b) > 1 ? blocks_size(&x->p, b) : 0;
    while (x->crowd && x->waiting && x->crowd > x->waiting / 8 && !st) {
        process(x, dequeue(x));
        st = control_step(c, "refining", 0, 0, d);
    }
    if (!st && x->crowd && x->waiting)
        st = weak_local(x->h, x->loop, x->hub, x->hubs, &x->p, 0, &done, c, d);
    return st;
}

/* Next to one hub and the other in turns, until that splits little. Where both are in one block, what one can do the
 * other can. */
static enum status split_by_label(struct splitter *x, const struct lts_control *c, struct diag *d)
{
    enum status st = ST_OK;
    uint32_t before;
    if (!x->hub[0].knows)
        return ST_OK;
    do {
        before = x->p.count;
        for (uint32_t k = 0; k < x->hubs && !st; k++)
            if (!k || x->p.block[x->hub[k].state] != x->p.block[x->hub[0].state])
                st = weak_by_label(x->h, x->loop, &x->hub[k], &x->p, c, d);
    } while (!st && x->hubs > 1 && x->p.count - before > x->p.states / 1000);
    return st;
}

static enum status refine_weakly(struct splitter *x, const struct lts_control *c, struct diag *d)
{
    enum status st;
    bool done = true;
    blocks_init(&x->p, x->h->states, x->h->colour, x->h->colours);
    st = weak_sketch(x->h, x->loop, &x->p, c, d);
    x->hubs = weak_hubs_make(x->hub, x->h, x->loop);
    if (!st)
        st = split_by_label(x, c, d);
    if (!st)
        st = weak_local(x->h, x->loop, x->hub, x->hubs, &x->p,
                        LOCAL_WORK * (x->h->states + graph_transitions(x->h)), &done, c, d);
    if (!st && !done)
        st = empty_queue(x, c, d);
    for (uint32_t k = 0; k < x->hubs; k++)
        weak_hub_free(&x->hub[k]);
    reverse_free(&x->in);
    for (int size = 0; size < 32; size++)
        vec_free(&x->queue[size]);
    vec_free(&x->queued);
    vec_free(&x->base);
    vec_free(&x->reach);
    vec_free(&x->labels);
    vec_free(&x->pick);
    visited_free(&x->visited);
    free(x->bucket);
    return st;
}

enum status weak_classes(const struct graph *h, const bool *loop, uint32_t *class_of, uint32_t *classes,
                         const struct lts_control *c, struct diag *d)
{
    if (!weak_any_silent(h)) { /* weak is strong there, and strong is as fine as branching */
        for (uint32_t s = 0; s < h->states; s++)
            class_of[s] = s;
        *classes = h->states;
        return ST_OK;
    }
    enum { BYTES_EACH = 32 }; /* by measurement, what is given included */
    enum status st = control_memory(c, BYTES_EACH * (h->states + graph_transitions(h)), "weak bisimulation", d);
    if (st)
        return st;
    uint32_t *number = weak_numbers(h);
    struct graph near;
    weak_renumber(&near, h, number);
    bool *near_loop = loop ? mem_alloc(h->states + (size_t)1) : NULL;
    for (uint32_t s = 0; loop && s < h->states; s++)
        near_loop[number[s]] = loop[s];
    struct splitter x = {.h = &near, .loop = near_loop};
    st = refine_weakly(&x, c, d);
    *classes = x.p.count;
    for (uint32_t s = 0; s < h->states; s++)
        class_of[s] = x.p.block[number[s]];
    blocks_free(&x.p);
    free(near_loop);
    graph_free(&near);
    free(number);
    return st;
}

enum status weak_partition(const struct graph *g, uint32_t *class_of, uint32_t *classes, bool **divergent,
                           const struct lts_control *c, struct diag *d)
{
    struct graph h;
    struct refined r;
    enum status st = refine_graph(g, divergent ? REFINE_DIVERGENT : REFINE_BRANCHING, &r, &h, c, d);
    if (st)
        return st;
    uint32_t *weak_of = mem_alloc(h.states * sizeof *weak_of);
    st = weak_classes(&h, divergent ? r.divergent : NULL, weak_of, classes, c, d);
    if (divergent && !st) {
        *divergent = mem_zalloc(*classes * sizeof **divergent);
        for (uint32_t v = 0; v < r.classes; v++)
            (*divergent)[weak_of[v]] |= r.divergent[v];
    }
    for (uint32_t s = 0; s < g->states && !st; s++)
        class_of[s] = weak_of[r.class_of[s]];
    free(weak_of);
    graph_free(&h);
    free(r.class_of);
    free(r.divergent);
    return st;
}
