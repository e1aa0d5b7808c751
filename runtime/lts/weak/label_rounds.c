/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Splits what weak bisimulation tells apart, next to a hub, in rounds of linear time for each label.
 *
 * Whoever silently reaches the hub can weakly do what the hub can, and whoever weakly does a label to the hub does it
 * to all below; in such large sets the few things that differ do not show. So in each round, as in a sketch, blocks get
 * bits, and a state gets three words for each label, unions over what it weakly does the label to: of blocks with a
 * member below the hub, left empty when the hub's own block is reached; of the other blocks; and of the blocks that the
 * hub cannot do the label to. Each is a function of the state's weak signature alone, so blocks are never split
 * wrongly.
 */
#include "runtime/lts/control.h"
#include "runtime/lts/weak/weak.h"

#include <stdlib.h>

enum { LABELS = 16, PERIOD = 2 };

#define HUB ((uint64_t)1 << 63) /* the bit of the hub's block */

struct words {
    uint64_t below, aside, rest;
};

struct rounds {
    const struct graph *h;
    const bool *loop;
    const struct weak_hub *hub;
    struct blocks *p;
    uint32_t *order;            /* silent successors come first */
    uint32_t *cursor;           /* by state: how much of its row has labels before the one in hand */
    struct words *reach, *does; /* by state: what it silently reaches; what it does the label in hand to */
    uint64_t *bit;              /* by block */
    bool *below, *can;          /* by block: a member is below the hub; the hub does the label in hand to a member */
    uint64_t *word;             /* by state: a hash of all words of the round */
    struct u64s keys;
};

static inline void unite(struct words *w, const struct words *v)
{
    w->below |= v->below;
    w->aside |= v->aside;
    w->rest |= v->rest;
}

/* Chooses the bits of a round, and finds what states silently reach. */
static void draw(struct rounds *x, uint64_t seed)
{
    const struct graph *h = x->h;
    const uint32_t *block = x->p->block;
    memset(x->cursor, 0, h->states * sizeof *x->cursor);
    memset(x->below, 0, x->p->count * sizeof *x->below);
    for (uint32_t b = 0; b < x->p->count; b++)
        x->bit[b] = (uint64_t)1 << hash_u64(seed + b) % 63;
    for (uint32_t s = 0; s < h->states; s++)
        x->below[block[s]] |= x->hub->below[s];
    x->below[block[x->hub->state]] = false;
    x->bit[block[x->hub->state]] = HUB;
    for (uint32_t i = 0; i < h->states; i++) {
        uint32_t s = x->order[i];
        struct words w = {0};
        *(x->below[block[s]] ? &w.below : &w.aside) = x->bit[block[s]];
        for (uint64_t t = h->first[s]; weak_silent(h, s, t); t++)
            unite(&w, &x->reach[h->target[t]]);
        w.rest = 0;
        if (w.aside & HUB)
            w.below = 0;
        x->reach[s] = w;
        x->word[s] = hash_u64(w.below ^ hash_u64(w.aside));
    }
}

/* Notes what the hub can do the label to, and so what it leaves to others. */
static void find_rest(struct rounds *x, uint32_t label)
{
    const struct graph *h = x->h;
    const struct weak_hub *hub = x->hub;
    const uint32_t *block = x->p->block;
    memset(x->can, 0, x->p->count * sizeof *x->can);
    for (uint64_t i = hub->first[label]; i < hub->first[label + 1]; i++)
        x->can[block[hub->list.items[i]]] = true;
    if (hub->again[label]) {
        x->can[block[hub->state]] = true;
        for (uint32_t b = 0; b < x->p->count; b++)
            x->can[b] |= x->below[b];
    }
    for (uint32_t i = 0; i < h->states; i++) {
        uint32_t s = x->order[i];
        uint64_t rest = x->can[block[s]] ? 0 : x->bit[block[s]];
        for (uint64_t t = h->first[s]; weak_silent(h, s, t); t++)
            rest |= x->reach[h->target[t]].rest;
        x->reach[s].rest = rest;
    }
}

static void do_label(struct rounds *x, uint32_t label)
{
    const struct graph *h = x->h;
    find_rest(x, label);
    for (uint32_t i = 0; i < h->states; i++) {
        uint32_t s = x->order[i];
        struct words w = {0};
        uint64_t t = h->first[s];
        for (; weak_silent(h, s, t); t++)
            unite(&w, &x->does[h->target[t]]);
        t = h->first[s] + x->cursor[s];
        while (t < h->first[s + 1] && h->label[t] < label)
            t++;
        for (; t < h->first[s + 1] && h->label[t] == label; t++)
            unite(&w, &x->reach[h->target[t]]);
        x->cursor[s] = (uint32_t)(t - h->first[s]);
        if (label == h->labels && x->loop[s])
            unite(&w, &x->reach[s]);
        if (w.aside & HUB)
            w.below = 0;
        x->does[s] = w;
        if (w.below | w.aside | w.rest)
            x->word[s] = hash_u64(x->word[s] ^ hash_u64(w.below ^ hash_u64(w.aside ^ hash_u64(w.rest ^ label))));
    }
}

/* Rounds go on while they are worth their price. Each takes some of the labels where there are many. */
static enum status all_rounds(struct rounds *x, const struct lts_control *c, struct diag *d)
{
    uint32_t labels = x->h->labels + (x->loop != NULL), period = PERIOD * ((labels + LABELS - 1) / LABELS);
    uint32_t before = x->p->count;
    for (uint32_t round = 1; x->p->count < x->p->states; round++) {
        enum status st = control_step(c, "refining", x->p->count, 0, d);
        if (st)
            return st;
        draw(x, hash_u64(round));
        for (uint32_t l = GRAPH_SILENT + 1; l < labels; l++)
            if (hash_u64(hash_u64(round) + l) % labels < LABELS)
                do_label(x, l);
        weak_split_by_words(x->p, x->word, &x->keys);
        if (round % period)
            continue;
        if (x->p->count - before <= x->p->states / 1000)
            return ST_OK;
        before = x->p->count;
    }
    return ST_OK;
}

enum status weak_by_label(const struct graph *h, const bool *loop, const struct weak_hub *hub, struct blocks *p,
                          const struct lts_control *c, struct diag *d)
{
    struct rounds x = {.h = h, .loop = loop, .hub = hub, .p = p, .order = weak_order(h)};
    x.cursor = mem_alloc(h->states * sizeof *x.cursor);
    x.reach = mem_alloc(h->states * sizeof *x.reach);
    x.does = mem_alloc(h->states * sizeof *x.does);
    x.bit = mem_alloc(h->states * sizeof *x.bit);
    x.below = mem_alloc(h->states * sizeof *x.below);
    x.can = mem_alloc(h->states * sizeof *x.can);
    x.word = mem_alloc(h->states * sizeof *x.word);
    enum status st = all_rounds(&x, c, d);
    free(x.order);
    free(x.cursor);
    free(x.reach);
    free(x.does);
    free(x.bit);
    free(x.below);
    free(x.can);
    free(x.word);
    vec_free(&x.keys);
    return st;
}
