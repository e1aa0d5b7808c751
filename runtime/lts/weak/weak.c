/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Weak bisimulation: R. Milner, "Communication and Concurrency" (1989), chapter 5; splitters after P. Kanellakis and
 * S. Smolka, "CCS expressions, finite state processes, and three problems of equivalence" (1990).
 *
 * The states are those of the branching quotient, which is usually small, and whose silent steps have no cycles. Weak
 * transitions are never stored: which states have one into a block is found backwards, for many blocks at once. A
 * partition is a weak bisimulation when each single step of a state in a block of several is weakly possible for the
 * others in its block, so only labels by which such states step into a block are asked for. Both parts of a split block
 * are queued; small blocks are taken first, or a large remainder would be processed again for each state split off.
 */
#include "runtime/lts/weak/weak.h"
#include "runtime/lts/control.h"
#include "runtime/lts/refine/refine.h"

#include <stdlib.h>

/* States with equal answers in one block. */
struct group {
    uint32_t sample, size, at; /* sample: a place in `states` */
};

struct splitter {
    const struct graph *h;
    const bool *loop; /* divergent states, or NULL */
    struct weak_questions ask;
    struct blocks p;
    uint32_t crowd;        /* states in blocks of several */
    struct u32s queue[32]; /* blocks, by the logarithm of the size they had when they were queued */
    struct {
        bool *items;
        size_t count, capacity;
    } queued;             /* by block */
    struct visited label; /* those of the block in hand */
    struct u32s labels, members;
    struct u32s mixed;   /* all blocks with members to which the hub does not mean the same, and maybe others */
    struct visited seen; /* blocks */
    struct u32s states;  /* where an answer holds ... */
    struct VEC(struct weak_words) answers;
    struct VEC(struct group) groups;
    struct u32s group_of, by_group; /* by place in `states`: the state's group; the states, group by group */
    struct u32s slot;               /* hash table of groups: number + 1 */
    size_t slots;                   /* a power of two */
};

static void enqueue(struct splitter *x, uint32_t b)
{
    while (x->queued.count <= b)
        vec_push(&x->queued, false);
    if (x->queued.items[b])
        return;
    vec_push(&x->queue[31 - __builtin_clz(blocks_size(&x->p, b))], b);
    x->queued.items[b] = true;
}

/* The smallest logarithm of a block that is queued; 32: none is. */
static int smallest(const struct splitter *x)
{
    int size = 0;
    while (size < 32 && !x->queue[size].count)
        size++;
    return size;
}

/* ---- splitting by answers ---------------------------------------------------------------------------------------- */

static uint32_t group_of(struct splitter *x, uint32_t i)
{
    const struct weak_words *w = x->answers.items;
    const uint32_t *block = x->p.block, *state = x->states.items;
    size_t at = base_hash_bytes(&w[i], sizeof *w, block[state[i]]);
    for (; x->slot.items[at &= x->slots - 1]; at++) {
        uint32_t k = x->groups.items[x->slot.items[at] - 1].sample;
        if (block[state[k]] == block[state[i]] && !memcmp(&w[k], &w[i], sizeof *w))
            break;
    }
    if (!x->slot.items[at]) {
        vec_push(&x->groups, ((struct group){.sample = i}));
        x->slot.items[at] = (uint32_t)x->groups.count;
    }
    x->groups.items[x->slot.items[at] - 1].size++;
    return x->slot.items[at] - 1;
}

static void gather_answer(struct splitter *x, uint32_t s)
{
    static const struct weak_words none = {0};
    struct weak_words w = weak_can(&x->ask, s);
    if (!memcmp(&w, &none, sizeof w))
        return;
    vec_push(&x->states, s);
    vec_push(&x->answers, w);
}

/* All members of block b, once. */
static void gather_block(struct splitter *x, uint32_t b)
{
    if (blocks_size(&x->p, b) == 1 || visited_has(&x->seen, b))
        return;
    visited_mark(&x->seen, b);
    for (uint32_t i = x->p.start[b]; i < x->p.end[b]; i++)
        gather_answer(x, x->p.item[i]);
}

/* Whether the hub does not mean the same to all members of block b. */
static bool is_mixed(const struct splitter *x, uint32_t b)
{
    const uint32_t *kind = x->ask.hub.kind, first = x->p.item[x->p.start[b]];
    for (uint32_t i = x->p.start[b] + 1; i < x->p.end[b]; i++)
        if (kind[x->p.item[i]] != kind[first])
            return true;
    return false;
}

/* The answers in blocks that they might split: where some state has one besides those that it has by the hub, or where
 * the members have different ones by the hub. */
static void gather_answers(struct splitter *x)
{
    size_t left = 0;
    x->states.count = x->answers.count = 0;
    visited_clear(&x->seen);
    for (size_t i = 0; x->ask.hub.known && i < x->mixed.count; i++) {
        uint32_t b = x->mixed.items[i];
        if (visited_has(&x->seen, b) || !is_mixed(x, b))
            continue;
        gather_block(x, b);
        x->mixed.items[left++] = b;
    }
    x->mixed.count = left;
    for (size_t i = 0; i < x->ask.able.count; i++) {
        uint32_t s = x->ask.able.items[i];
        if (x->ask.hub.known)
            gather_block(x, x->p.block[s]);
        else if (blocks_size(&x->p, x->p.block[s]) > 1)
            gather_answer(x, s);
    }
}

/* Groups the states by block and answers. */
static void make_groups(struct splitter *x)
{
    uint32_t at = 0;
    for (x->slots = 64; x->slots < 2 * x->states.count;)
        x->slots *= 2;
    vec_reserve(&x->slot, x->slots);
    memset(x->slot.items, 0, x->slots * sizeof *x->slot.items);
    x->groups.count = x->group_of.count = 0;
    for (uint32_t i = 0; i < x->states.count; i++)
        vec_push(&x->group_of, group_of(x, i));
    for (size_t i = 0; i < x->groups.count; i++) {
        x->groups.items[i].at = at;
        at += x->groups.items[i].size;
    }
    vec_reserve(&x->by_group, at);
    for (size_t i = 0; i < x->states.count; i++)
        x->by_group.items[x->groups.items[x->group_of.items[i]].at++] = x->states.items[i];
}

static void split_touched(struct splitter *x)
{
    for (size_t i = 0; i < x->p.touched.count; i++) {
        uint32_t b = x->p.touched.items[i], fresh = refine_blocks_split(&x->p, b);
        if (fresh == LTS_NONE)
            continue;
        x->crowd -= (blocks_size(&x->p, b) == 1) + (blocks_size(&x->p, fresh) == 1);
        enqueue(x, b);
        enqueue(x, fresh);
        vec_push(&x->mixed, fresh); /* maybe; b is there if it may be */
    }
    x->p.touched.count = 0;
}

/* Answers the questions in hand, and splits all blocks by them. */
static void split_by_answers(struct splitter *x)
{
    weak_questions_answer(&x->ask);
    gather_answers(x);
    make_groups(x);
    for (size_t i = 0; i < x->groups.count; i++) {
        const struct group *g = &x->groups.items[i];
        for (uint32_t k = g->at - g->size; k < g->at; k++)
            blocks_mark(&x->p, x->by_group.items[k]);
        split_touched(x);
    }
    weak_questions_clear(&x->ask);
}

/* ---- splitters --------------------------------------------------------------------------------------------------- */

static void add_label(struct splitter *x, uint32_t label)
{
    visited_add(&x->label, &x->labels, label);
}

/* The labels of single steps into block b from states that are not alone; silent steps inside it decide nothing. */
static void gather_labels(struct splitter *x, uint32_t b)
{
    const struct reverse *in = &x->ask.in;
    const uint32_t *block = x->p.block;
    visited_clear(&x->label);
    x->labels.count = x->members.count = 0;
    for (uint32_t i = x->p.start[b]; i < x->p.end[b]; i++) {
        uint32_t s = x->p.item[i];
        vec_push(&x->members, s);
        for (uint64_t t = in->first[s]; t < in->first[s + 1]; t++)
            if (blocks_size(&x->p, block[in->source[t]]) > 1 &&
                !(in->label[t] == GRAPH_SILENT && block[in->source[t]] == b))
                add_label(x, in->label[t]);
        if (x->loop && x->loop[s] && blocks_size(&x->p, b) > 1)
            add_label(x, x->h->labels);
    }
}

/* Asks about some blocks at once: a block of more states than twice those of the ones before waits. */
static void process_some(struct splitter *x)
{
    size_t taken = 0;
    int size = smallest(x);
    while (size < 32 && x->ask.count < WEAK_QUESTIONS && (!taken || taken >> size)) {
        uint32_t b = x->queue[size].items[--x->queue[size].count];
        x->queued.items[b] = false;
        gather_labels(x, b);
        for (size_t i = 0; i < x->labels.count; i++) {
            if (x->ask.count == WEAK_QUESTIONS)
                split_by_answers(x);
            weak_question_add(&x->ask, x->labels.items[i], x->members.items, x->members.count);
        }
        taken += x->labels.count ? x->members.count : 0;
        size = smallest(x);
    }
    split_by_answers(x);
}

static enum status refine_weakly(struct splitter *x, const struct lts_control *c, struct diag *d)
{
    refine_blocks_init(&x->p, x->h->states, x->h->colour, x->h->colours);
    enum status st = ST_OK;
    weak_questions_init(&x->ask, x->h, x->loop);
    x->label = visited_new(x->h->labels + 1);
    x->seen = visited_new(x->h->states);
    for (uint32_t b = 0; b < x->p.count; b++) {
        enqueue(x, b);
        vec_push(&x->mixed, b);
        x->crowd += blocks_size(&x->p, b) > 1 ? blocks_size(&x->p, b) : 0;
    }
    while (!st && x->crowd && smallest(x) < 32) {
        process_some(x);
        st = lts_control_step(c, "refining", x->p.count, 0, d);
    }
    weak_questions_free(&x->ask);
    for (int size = 0; size < 32; size++)
        vec_free(&x->queue[size]);
    vec_free(&x->queued);
    visited_free(&x->label);
    vec_free(&x->labels);
    vec_free(&x->members);
    vec_free(&x->mixed);
    visited_free(&x->seen);
    vec_free(&x->states);
    vec_free(&x->answers);
    vec_free(&x->groups);
    vec_free(&x->group_of);
    vec_free(&x->by_group);
    vec_free(&x->slot);
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
    enum status st = lts_control_memory(c, BYTES_EACH * (h->states + graph_transitions(h)), "weak bisimulation", d);
    if (st)
        return st;
    uint32_t *number = weak_numbers(h);
    struct graph near;
    weak_renumber(&near, h, number);
    bool *near_loop = loop ? base_mem_alloc(h->states + (size_t)1) : NULL;
    for (uint32_t s = 0; loop && s < h->states; s++)
        near_loop[number[s]] = loop[s];
    struct splitter x = {.h = &near, .loop = near_loop};
    st = refine_weakly(&x, c, d);
    *classes = x.p.count;
    for (uint32_t s = 0; s < h->states; s++)
        class_of[s] = x.p.block[number[s]];
    refine_blocks_free(&x.p);
    free(near_loop);
    lts_graph_free(&near);
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
    uint32_t *weak_of = base_mem_alloc(h.states * sizeof *weak_of);
    st = weak_classes(&h, divergent ? r.divergent : NULL, weak_of, classes, c, d);
    if (divergent && !st) {
        *divergent = base_mem_zalloc(*classes * sizeof **divergent);
        for (uint32_t v = 0; v < r.classes; v++)
            (*divergent)[weak_of[v]] |= r.divergent[v];
    }
    for (uint32_t s = 0; s < g->states && !st; s++)
        class_of[s] = weak_of[r.class_of[s]];
    free(weak_of);
    lts_graph_free(&h);
    free(r.class_of);
    free(r.divergent);
    return st;
}
