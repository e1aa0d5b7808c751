/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Strong bisimulation by partition refinement in O(m log n): R. Paige and R. Tarjan, "Three partition refinement
 * algorithms" (1987), section 3, with labels.
 *
 * Blocks stand in superblocks; the partition is stable for every (label, superblock): of each block, all states or none
 * have a transition with the label into the superblock. A block taken from the queue leaves its superblock; the
 * three-way split that restores stability needs to know whether a source has transitions into the rest, so the
 * transitions of one source with one label into one superblock share a counter. A superblock exists only in those
 * counters. Invariant: of each superblock, all blocks but at most one are in the queue.
 */
#include "runtime/lts/refine/partition.h"

#include <stdlib.h>

void blocks_init(struct blocks *p, uint32_t states, const uint32_t *colour, uint32_t colours)
{
    *p = (struct blocks){.states = states};
    p->item = mem_alloc(states * sizeof *p->item);
    p->place = mem_alloc(states * sizeof *p->place);
    p->block = mem_alloc(states * sizeof *p->block);
    p->capacity = colours > 64 ? colours : 64;
    p->start = mem_zalloc(p->capacity * sizeof *p->start);
    p->end = mem_zalloc(p->capacity * sizeof *p->end);
    p->marked = mem_zalloc(p->capacity * sizeof *p->marked);
    uint32_t *size = mem_zalloc((colours + (size_t)1) * sizeof *size);
    for (uint32_t s = 0; s < states; s++)
        size[colour ? colour[s] : 0]++;
    uint32_t *number = mem_alloc((colours + (size_t)1) * sizeof *number), at = 0;
    for (uint32_t c = 0; c < (colour ? colours : 1); c++)
        if (size[c]) { /* blocks are never empty */
            number[c] = p->count;
            p->start[p->count] = p->end[p->count] = at;
            at += size[c];
            p->count++;
        }
    for (uint32_t s = 0; s < states; s++) {
        uint32_t b = number[colour ? colour[s] : 0];
        p->block[s] = b;
        p->place[s] = p->end[b]++;
        p->item[p->place[s]] = s;
    }
    free(size);
    free(number);
}

void blocks_free(struct blocks *p)
{
    free(p->item);
    free(p->place);
    free(p->block);
    free(p->start);
    free(p->end);
    free(p->marked);
    vec_free(&p->touched);
    *p = (struct blocks){0};
}

static void blocks_room(struct blocks *p)
{
    if (p->count < p->capacity)
        return;
    size_t capacity = p->capacity * 2;
    p->start = mem_resize(p->start, capacity * sizeof *p->start);
    p->end = mem_resize(p->end, capacity * sizeof *p->end);
    p->marked = mem_resize(p->marked, capacity * sizeof *p->marked);
    p->capacity = capacity;
}

uint32_t blocks_split(struct blocks *p, uint32_t b)
{
    uint32_t marked = p->marked[b], rest = blocks_size(p, b) - marked;
    p->marked[b] = 0;
    if (!rest || !marked)
        return LTS_NONE;
    blocks_room(p);
    uint32_t fresh = p->count++, middle = p->start[b] + marked;
    p->marked[fresh] = 0;
    if (marked <= rest) {
        p->start[fresh] = p->start[b];
        p->end[fresh] = p->start[b] = middle;
    } else {
        p->end[fresh] = p->end[b];
        p->start[fresh] = p->end[b] = middle;
    }
    for (uint32_t i = p->start[fresh]; i < p->end[fresh]; i++)
        p->block[p->item[i]] = fresh;
    return fresh;
}

/* ---- strong bisimulation ----------------------------------------------------------------------------------------- */

struct touch {
    uint32_t state, counter; /* the counter of its transitions into the old superblock */
};

struct strong {
    const struct graph *g;
    struct blocks *p;
    uint64_t *first; /* incoming transitions by target ... */
    uint32_t *source, *label, *counter;
    struct u32s count, idle; /* values of counters; counters not in use */
    uint32_t *fresh;         /* by state: its counter for the new superblock, or LTS_NONE */
    struct VEC(struct touch) touched;
    struct u32s queue;
    uint64_t *bucket;   /* by label: end of its part of `pick` */
    struct u32s labels; /* those that occur in the splitter */
    struct u64s pick;   /* the splitter's incoming transitions, grouped by label */
};

static void build_incoming(struct strong *x)
{
    const struct graph *g = x->g;
    uint64_t m = graph_transitions(g);
    x->first = mem_zalloc((g->states + (size_t)2) * sizeof *x->first);
    x->source = mem_alloc(m * sizeof *x->source);
    x->label = mem_alloc(m * sizeof *x->label);
    x->counter = mem_alloc(m * sizeof *x->counter);
    for (uint64_t t = 0; t < m; t++)
        x->first[g->target[t] + 2]++;
    for (uint32_t s = 0; s < g->states; s++)
        x->first[s + 2] += x->first[s + 1];
    for (uint32_t s = 0; s < g->states; s++)
        for (uint64_t t = g->first[s]; t < g->first[s + 1]; t++) {
            if (t == g->first[s] || g->label[t] != g->label[t - 1])
                vec_push(&x->count, 0);
            uint64_t at = x->first[g->target[t] + 1]++;
            x->source[at] = s;
            x->label[at] = g->label[t];
            x->counter[at] = (uint32_t)x->count.count - 1;
            x->count.items[x->count.count - 1]++;
        }
}

/* Groups the transitions into the states item[from .. to-1] by label. */
static void gather(struct strong *x, uint32_t from, uint32_t to)
{
    const uint32_t *item = x->p->item;
    x->labels.count = 0;
    for (uint32_t i = from; i < to; i++)
        for (uint64_t t = x->first[item[i]]; t < x->first[item[i] + 1]; t++)
            if (!x->bucket[x->label[t]]++)
                vec_push(&x->labels, x->label[t]);
    uint64_t at = 0;
    for (size_t i = 0; i < x->labels.count; i++) {
        uint64_t size = x->bucket[x->labels.items[i]];
        x->bucket[x->labels.items[i]] = at;
        at += size;
    }
    x->pick.count = 0;
    vec_reserve(&x->pick, at);
    for (uint32_t i = from; i < to; i++)
        for (uint64_t t = x->first[item[i]]; t < x->first[item[i] + 1]; t++)
            x->pick.items[x->bucket[x->label[t]]++] = t;
    x->pick.count = at;
}

/* Whichever part of a block is new is the smaller one, so it is always the one to queue. */
static void split_touched(struct strong *x)
{
    for (size_t i = 0; i < x->p->touched.count; i++) {
        uint32_t fresh = blocks_split(x->p, x->p->touched.items[i]);
        if (fresh != LTS_NONE)
            vec_push(&x->queue, fresh);
    }
    x->p->touched.count = 0;
}

static uint32_t take_counter(struct strong *x)
{
    if (x->idle.count)
        return x->idle.items[--x->idle.count];
    vec_push(&x->count, 0);
    return (uint32_t)x->count.count - 1;
}

/* One label of the splitter: pick[from .. to-1] leave the old superblock. */
static void refine(struct strong *x, uint64_t from, uint64_t to)
{
    x->touched.count = 0;
    for (uint64_t i = from; i < to; i++) {
        uint64_t t = x->pick.items[i];
        uint32_t s = x->source[t];
        if (x->fresh[s] == LTS_NONE) {
            struct touch touch = {s, x->counter[t]};
            x->fresh[s] = take_counter(x);
            x->count.items[x->fresh[s]] = 0;
            vec_push(&x->touched, touch);
            blocks_mark(x->p, s);
        }
        x->count.items[x->counter[t]]--;
        x->count.items[x->fresh[s]]++;
        x->counter[t] = x->fresh[s];
    }
    split_touched(x);
    for (size_t i = 0; i < x->touched.count; i++) {
        struct touch touch = x->touched.items[i];
        x->fresh[touch.state] = LTS_NONE;
        if (!x->count.items[touch.counter]) { /* nothing into the rest */
            vec_push(&x->idle, touch.counter);
            blocks_mark(x->p, touch.state);
        }
    }
    split_touched(x);
}

/* The first superblock holds all states: stable when equal states have equal outgoing labels. */
static void refine_by_labels(struct strong *x)
{
    gather(x, 0, x->g->states);
    uint64_t from = 0;
    for (size_t i = 0; i < x->labels.count; i++) {
        uint64_t to = x->bucket[x->labels.items[i]];
        for (uint64_t j = from; j < to; j++)
            blocks_mark(x->p, x->source[x->pick.items[j]]);
        for (size_t j = 0; j < x->p->touched.count; j++)
            blocks_split(x->p, x->p->touched.items[j]);
        x->p->touched.count = 0;
        x->bucket[x->labels.items[i]] = 0;
        from = to;
    }
    vec_free(&x->pick);
    uint32_t largest = 0;
    for (uint32_t b = 1; b < x->p->count; b++)
        if (blocks_size(x->p, b) > blocks_size(x->p, largest))
            largest = b;
    for (uint32_t b = 0; b < x->p->count; b++)
        if (b != largest)
            vec_push(&x->queue, b);
}

static enum status refine_all(struct strong *x, const struct lts_control *c, struct diag *d)
{
    for (uint32_t turn = 0; x->queue.count; turn++) {
        if (!(turn & 1023) && control_stops(c))
            return control_stopped(d);
        uint32_t b = x->queue.items[--x->queue.count];
        gather(x, x->p->start[b], x->p->end[b]);
        size_t labels = x->labels.count;
        for (size_t i = 0, from = 0; i < labels; i++) {
            uint64_t to = x->bucket[x->labels.items[i]];
            x->bucket[x->labels.items[i]] = 0;
            refine(x, from, to);
            from = to;
        }
    }
    return ST_OK;
}

enum status partition_strong(const struct graph *g, struct blocks *p, const struct lts_control *c, struct diag *d)
{
    if (graph_transitions(g) >= UINT32_MAX)
        return diag_set(d, ST_LIMIT, (struct place){0}, "more than 4294967294 transitions");
    struct strong x = {.g = g, .p = p};
    x.fresh = mem_alloc(g->states * sizeof *x.fresh);
    memset(x.fresh, 0xff, g->states * sizeof *x.fresh);
    x.bucket = mem_zalloc(g->labels * sizeof *x.bucket);
    build_incoming(&x);
    refine_by_labels(&x);
    enum status st = refine_all(&x, c, d);
    free(x.first);
    free(x.source);
    free(x.label);
    free(x.counter);
    free(x.fresh);
    free(x.bucket);
    vec_free(&x.count);
    vec_free(&x.idle);
    vec_free(&x.touched);
    vec_free(&x.queue);
    vec_free(&x.labels);
    vec_free(&x.pick);
    return st;
}
