/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Refinement by signatures from the first partition to the quotient.
 *
 * Parts with dirty members wait in a queue; a batch of them is taken at a time. When nothing waits, the partition is
 * checked exactly, since strong signatures are compared by 64-bit hash alone: a hash can only have kept together what
 * differs, so a collision leaves the result too coarse, never wrong in the other direction. It is refined further with
 * other hashes.
 */
#include "runtime/lts/refine_parts.h"
#include "runtime/base/sorted.h"
#include "runtime/lts/control.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { WORK_BETWEEN_QUESTIONS = 1 << 20 };

/* ---- begin ------------------------------------------------------------------------------------------------------- */

static bool has_silent_step(const struct refine *x, uint32_t s)
{
    return refine_abstracts(x) && x->c->first[s] < x->c->first[s + 1] && compact_silent(x->c, x->c->first[s]);
}

/* A part for each colour that occurs. */
static void first_parts(struct refine *x, const uint32_t *colour, uint32_t colours)
{
    uint32_t n = x->c->states, at = 0;
    /* sizes, then next places: by colour and kind */
    uint32_t *number = mem_zalloc((colours + (size_t)1) * 2 * sizeof *number);
    for (uint32_t s = 0; s < n; s++)
        number[(colour ? colour[s] : 0) * (size_t)2 + !has_silent_step(x, s)]++;
    for (uint32_t i = 0; i < colours * 2; i += 2) {
        struct part p = {at, at + number[i], at + number[i] + number[i + 1], {number[i], number[i + 1]}};
        at = p.end;
        number[i] = p.start;
        number[i + 1] = p.middle;
        if (p.start == p.end)
            continue;
        for (uint32_t s = 0; colours > 1 && s < n; s++)
            if (colour[s] == i / 2)
                x->block[s] = (uint32_t)x->part.count;
        vec_push(&x->queue, (uint32_t)x->part.count);
        vec_push(&x->part, p);
    }
    for (uint32_t s = 0; s < n; s++) {
        x->place[s] = number[(colour ? colour[s] : 0) * (size_t)2 + !has_silent_step(x, s)]++;
        x->item[x->place[s]] = s;
    }
    free(number);
}

/* The colours of nodes are those of their members, which have one colour: a silent step changes none. */
static uint32_t *node_colours(const struct refine *x, const uint32_t *colour)
{
    if (!colour || !x->nodes.node_of)
        return NULL;
    uint32_t *of = mem_alloc(x->c->states * sizeof *of);
    for (uint32_t s = 0; s < x->nodes.states; s++)
        of[x->nodes.node_of[s]] = colour[s];
    return of;
}

static void begin(struct refine *x, const uint32_t *colour, uint32_t colours)
{
    if (refine_abstracts(x))
        compact_collapse(x->c, &x->nodes);
    uint32_t n = x->c->states, *of = node_colours(x, colour);
    x->item = mem_alloc(n * sizeof *x->item);
    x->place = mem_alloc(n * sizeof *x->place);
    x->block = mem_zalloc(n * sizeof *x->block);
    if (refine_abstracts(x)) {
        compact_reverse_make(&x->in, x->c);
        x->group_of = mem_alloc(n * sizeof *x->group_of);
        memset(x->group_of, 0xff, n * sizeof *x->group_of);
    }
    if (refine_abstracts(x) || (colour && colours > 1))
        first_parts(x, of ? of : colour, colour ? colours : 1);
    else
        refine_first_strong(x);
    free(of);
}

/* ---- middle ------------------------------------------------------------------------------------------------------ */

/* Puts the parts queue[head + from .. head + to-1] into groups. What will be looked at is sent for first. */
static void split_parts(void *context, unsigned worker, size_t from, size_t to)
{
    enum { AHEAD = 32, MEMBERS = 4 };
    struct refine *x = context;
    const uint32_t *queue = x->queue.items + x->head;
    for (size_t i = from, end; i < to; i = end) {
        uint32_t states[AHEAD * (MEMBERS + 1)];
        size_t n = 0;
        end = to - i < AHEAD ? to : i + AHEAD;
        for (size_t j = i; j < end; j++)
            __builtin_prefetch(&x->part.items[queue[j]]);
        for (size_t j = i; j < end; j++) {
            const struct part *p = &x->part.items[queue[j]];
            __builtin_prefetch(&x->item[p->start]);
            __builtin_prefetch(&x->item[p->middle]);
        }
        for (size_t j = i; j < end; j++) {
            const struct part *p = &x->part.items[queue[j]];
            uint32_t silent = p->dirty[0] < MEMBERS ? p->dirty[0] : MEMBERS, first = p->middle - p->start + p->dirty[1];
            for (uint32_t k = 0; k < silent; k++)
                states[n++] = x->item[p->start + k];
            for (uint32_t k = p->middle - p->start;
                 k <= first && p->start + k < p->end && n < (j - i + 1) * (MEMBERS + 1); k++)
                states[n++] = x->item[p->start + k];
        }
        refine_prefetch(x, states, n);
        for (size_t j = i; j < end; j++)
            refine_split(x, worker, queue[j], &x->cut.items[j]);
    }
}

/* Takes parts from the queue until they have so many dirty members. */
static void take_batch(struct refine *x)
{
    enum { MEMBERS = 1 << 16, ALONE = 1 << 14, GRAIN = 64 };
    uint64_t members = 0;
    size_t n = 0;
    for (; x->head + n < x->queue.count && members < MEMBERS; n++) {
        const struct part *p = &x->part.items[x->queue.items[x->head + n]];
        members += p->dirty[0] + p->dirty[1];
    }
    vec_reserve(&x->cut, n);
    x->cut.count = n;
    struct workers *all = x->workers;
    if (members < ALONE)
        x->workers = NULL;
    size_t share = n / workers_count(x->workers) / 8 + 1;
    workers_share(x->workers, n, share < GRAIN ? share : GRAIN, split_parts, x);
    x->head += n;
    refine_cut(x);
    x->workers = all;
}

/* Lists are empty again; one large split at most needs so much. */
static uint64_t clear_splitters(struct refine *x)
{
    uint64_t work = 0;
    for (unsigned i = 0; i < x->splitters; i++) {
        struct splitter *w = &x->splitter[i];
        if (w->moved.capacity > x->c->states / 8)
            vec_free(&w->moved);
        w->group.count = w->moved.count = w->left.count = 0;
        work += w->work;
        w->work = 0;
    }
    return work;
}

static enum status empty_queue(struct refine *x, const struct lts_control *control, struct diag *d)
{
    enum status st = ST_OK;
    uint64_t work = 0;
    while (x->head < x->queue.count && !st) {
        take_batch(x);
        work += clear_splitters(x) + 1;
        if (x->head > 1024 && x->head > x->queue.count / 2) {
            x->queue.count -= x->head;
            memmove(x->queue.items, x->queue.items + x->head, x->queue.count * sizeof *x->queue.items);
            x->head = 0;
        }
        if (work > WORK_BETWEEN_QUESTIONS) {
            work = 0;
            st = control_step(control, "refining", 0, 0, d);
        }
    }
    return st;
}

/* ---- the check --------------------------------------------------------------------------------------------------- */

struct check {
    struct refine *x;
    atomic_bool unstable;
};

/* Whether all members of a part have the signature of its last bottom. */
static bool is_stable(const struct refine *x, struct splitter *w, const struct part *p)
{
    refine_gather(x, x->item[p->end - 1], false, &w->brief);
    for (uint32_t i = p->start; i + 1 < p->end; i++) {
        refine_gather(x, x->item[i], false, &w->keys);
        if ((i >= p->middle && w->keys.count != w->brief.count) ||
            !refine_subset(&w->brief, w->keys.items, w->keys.count))
            return false;
    }
    return true;
}

static void check_parts(void *context, unsigned worker, size_t from, size_t to)
{
    struct check *check = context;
    struct refine *x = check->x;
    for (size_t b = from; b < to && !check->unstable; b++)
        if (x->part.items[b].end - x->part.items[b].start > 1 &&
            !is_stable(x, &x->splitter[worker], &x->part.items[b]))
            check->unstable = true;
}

static bool all_stable(struct refine *x)
{
    struct check check = {.x = x};
    workers_share(x->workers, x->part.count, 256, check_parts, &check);
    return !check.unstable;
}

static enum status refine_until_stable(struct refine *x, const struct lts_control *control, struct diag *d)
{
    enum status st = empty_queue(x, control, d);
    while (!st && !all_stable(x)) {
        for (unsigned i = 0; i < x->splitters; i++)
            x->splitter[i].set_of = LTS_NONE;
        x->seed = hash_u64(x->seed + 1);
        for (size_t b = 0; b < x->part.count; b++) {
            struct part *p = &x->part.items[b];
            if (p->end - p->start == 1)
                continue;
            p->dirty[0] = p->middle - p->start;
            p->dirty[1] = p->end - p->middle;
            vec_push(&x->queue, (uint32_t)b);
        }
        st = empty_queue(x, control, d);
    }
    return st;
}

/* ---- end --------------------------------------------------------------------------------------------------------- */

/* Numbers the classes in the order of their samples, which are bottoms; item[class] becomes the sample, block[] the
 * class. Returns how many there are. */
static uint32_t number_classes(struct refine *x)
{
    uint32_t n = x->c->states, classes = 0;
    for (uint32_t s = 0; s < n; s++) {
        uint32_t b = x->block[s];
        if (b & BLOCK_SINGLE)
            x->place[s] = classes++;
        else if (x->item[x->part.items[b].end - 1] == s)
            x->part.items[b].dirty[0] = classes++;
        else
            x->place[s] = LTS_NONE;
    }
    uint32_t *sample = mem_alloc(classes * sizeof *sample);
    for (uint32_t s = 0; s < n; s++) {
        uint32_t b = x->block[s];
        if (b & BLOCK_SINGLE) {
            x->block[s] = x->place[s];
            sample[x->block[s]] = s;
        } else {
            struct part *p = &x->part.items[b];
            x->block[s] = p->dirty[0];
            if (x->item[p->end - 1] == s)
                sample[x->block[s]] = s;
        }
    }
    free(x->item);
    x->item = sample;
    return classes;
}

/* The row of a class is that of its sample: written towards the front, since classes are in the order of their
 * samples. */
static void make_quotient(struct refine *x, uint32_t classes)
{
    struct compact *c = x->c;
    struct u64s *keys = &x->splitter[0].keys;
    uint32_t at = 0, last = LTS_NONE, last_end = 0;
    for (uint32_t k = 0; k < classes; k++) {
        uint32_t s = x->item[k], from = s == last + 1 ? last_end : c->first[s], to = c->first[s + 1];
        keys->count = 0;
        for (uint32_t t = from; t < to; t++) {
            uint32_t target = x->block[compact_target(c, t)];
            if (target != k || !compact_silent(c, t) || !refine_abstracts(x))
                vec_push(keys, (uint64_t)compact_label(c, t) << 32 | target);
        }
        keys->count = sort_unique_u64(keys->items, keys->count);
        compact_put(c, at, keys->items, keys->count);
        at += (uint32_t)keys->count;
        c->first[k + 1] = at;
        last = s;
        last_end = to;
    }
    c->states = classes;
    compact_trim(c);
}

static void end(struct refine *x, struct refined *out)
{
    compact_reverse_free(&x->in);
    *out = (struct refined){.classes = number_classes(x)};
    free(x->place);
    x->place = NULL;
    if (refine_abstracts(x)) {
        out->divergent = mem_zalloc(out->classes * sizeof *out->divergent);
        for (uint32_t v = 0; v < x->c->states; v++)
            out->divergent[x->block[v]] |= x->nodes.loop[v];
    }
    make_quotient(x, out->classes);
    out->class_of = x->block;
    x->block = NULL;
    if (!x->nodes.node_of)
        return;
    for (uint32_t s = 0; s < x->nodes.states; s++)
        x->nodes.node_of[s] = out->class_of[x->nodes.node_of[s]];
    free(out->class_of);
    out->class_of = x->nodes.node_of;
    x->nodes.node_of = NULL;
}

static void free_splitters(struct refine *x)
{
    for (unsigned i = 0; i < x->splitters; i++) {
        struct splitter *w = &x->splitter[i];
        vec_free(&w->group);
        vec_free(&w->moved);
        free(w->slot);
        vec_free(&w->keys);
        vec_free(&w->brief);
        vec_free(&w->set);
        vec_free(&w->path);
        vec_free(&w->left);
    }
    free(x->splitter);
}

static void free_refine(struct refine *x)
{
    compact_nodes_free(&x->nodes);
    compact_reverse_free(&x->in);
    free_splitters(x);
    workers_free(x->workers);
    free(x->item);
    free(x->place);
    free(x->block);
    free(x->group_of);
    vec_free(&x->part);
    vec_free(&x->queue);
    vec_free(&x->cut);
}

/* Small systems are done before a thread has begun. */
static void find_workers(struct refine *x, const struct lts_control *control)
{
    enum { SMALL = 1 << 15 };
    bool small = x->c->first[x->c->states] < SMALL;
    x->workers = small ? NULL : workers_new(control ? control->threads : 0);
    x->splitters = workers_count(x->workers);
    x->splitter = mem_zalloc(x->splitters * sizeof *x->splitter);
    for (unsigned i = 0; i < x->splitters; i++)
        x->splitter[i].set_of = LTS_NONE;
}

enum status refine(struct compact *c, enum refine_kind kind, const uint32_t *colour, uint32_t colours,
                   struct refined *out, const struct lts_control *control, struct diag *d)
{
    struct refine x = {.c = c, .kind = kind, .seed = 1};
    *out = (struct refined){0};
    enum status st = control_step(control, "refining", 0, 0, d);
    find_workers(&x, control);
    if (!st) {
        begin(&x, colour, colours);
        st = refine_until_stable(&x, control, d);
    }
    if (!st)
        end(&x, out);
    else
        compact_free(c);
    free_refine(&x);
    return st;
}

enum status refine_graph(const struct graph *g, enum refine_kind kind, struct refined *out, struct graph *quotient,
                         const struct lts_control *control, struct diag *d)
{
    struct compact c;
    struct graph keep = *g;
    *out = (struct refined){0};
    enum status st = compact_make(&c, &keep, false, d);
    if (!st)
        st = refine(&c, kind, g->colour, g->colours, out, control, d);
    if (!st && quotient) {
        *quotient = (struct graph){0};
        compact_give(&c, quotient);
        refine_dress(quotient, g, out->class_of);
    }
    if (!st && !quotient)
        compact_free(&c);
    return st;
}

void refine_dress(struct graph *quotient, const struct graph *g, const uint32_t *class_of)
{
    uint32_t n = quotient->states;
    quotient->labels = g->labels;
    quotient->colours = g->colours;
    quotient->split = n;
    quotient->root[0] = class_of[g->root[0]];
    quotient->root[1] = class_of[g->root[1]];
    quotient->old = mem_alloc(n * sizeof *quotient->old);
    quotient->colour = g->colour ? mem_alloc(n * sizeof *quotient->colour) : NULL;
    for (uint32_t s = g->states; s-- > 0;) {
        quotient->old[class_of[s]] = s;
        if (g->colour)
            quotient->colour[class_of[s]] = g->colour[s];
    }
    graph_copy_names(quotient, g);
}
