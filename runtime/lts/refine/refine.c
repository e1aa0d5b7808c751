/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Refinement by signatures from the first partition to the quotient.
 *
 * Parts with dirty members wait in a queue; a batch of them is taken at a time. When nothing waits, the partition is
 * checked exactly, since strong signatures are compared by 64-bit hash alone: a hash can only have kept together what
 * differs, so a collision leaves the result too coarse, never wrong in the other direction. It is refined further with
 * other hashes.
 */
#include "runtime/lts/refine/refine_parts.h"
#include "runtime/base/sorted.h"
#include "runtime/lts/control.h"

#include <stdatomic.h>
#include <stdlib.h>

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
    uint32_t *number = base_mem_zalloc((colours + (size_t)1) * 2 * sizeof *number);
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
    uint32_t *of = base_mem_alloc(x->c->states * sizeof *of);
    for (uint32_t s = 0; s < x->nodes.states; s++)
        of[x->nodes.node_of[s]] = colour[s];
    return of;
}

static void begin(struct refine *x, const uint32_t *colour, uint32_t colours)
{
    if (refine_abstracts(x))
        refine_compact_collapse(x->c, &x->nodes);
    uint32_t n = x->c->states, *of = node_colours(x, colour);
    x->item = base_mem_alloc(n * sizeof *x->item);
    x->place = base_mem_alloc(n * sizeof *x->place);
    x->block = base_mem_zalloc(n * sizeof *x->block);
    if (refine_abstracts(x)) {
        refine_compact_reverse_make(&x->in, x->c);
        x->group_of = base_mem_alloc(n * sizeof *x->group_of);
        memset(x->group_of, 0xff, n * sizeof *x->group_of);
    }
    first_parts(x, of ? of : colour, colour ? colours : 1);
    free(of);
}

/* ---- the check --------------------------------------------------------------------------------------------------- */

struct check {
    struct refine *x;
    size_t base; /* the first part of those that are shared out */
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
    for (size_t b = from; b < to && !check->unstable; b++) {
        const struct part *p = &x->part.items[check->base + b];
        if (p->end - p->start > 1 && !is_stable(x, &x->splitter[worker], p))
            check->unstable = true;
    }
}

/* *stable: whether no part must be cut any more. */
static enum status check_all(struct refine *x, bool *stable, const struct lts_control *control, struct diag *d)
{
    enum { AT_ONCE = 1 << 16, GRAIN = 256 };
    struct check check = {.x = x};
    enum status st = ST_OK;
    for (; check.base < x->part.count && !check.unstable && !st; check.base += AT_ONCE) {
        size_t left = x->part.count - check.base;
        base_workers_share(x->workers, left < AT_ONCE ? left : AT_ONCE, GRAIN, check_parts, &check);
        st = lts_control_step(control, "refining", 0, 0, d);
    }
    *stable = !check.unstable;
    return st;
}

static enum status refine_until_stable(struct refine *x, const struct lts_control *control, struct diag *d)
{
    bool stable = false;
    enum status st = refine_queue(x, control, d);
    if (!st)
        st = check_all(x, &stable, control, d);
    while (!st && !stable) {
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
        st = refine_queue(x, control, d);
        if (!st)
            st = check_all(x, &stable, control, d);
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
    uint32_t *sample = base_mem_alloc(classes * sizeof *sample);
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
        keys->count = base_sort_unique_u64(keys->items, keys->count);
        refine_compact_put(c, at, keys->items, keys->count);
        at += (uint32_t)keys->count;
        c->first[k + 1] = at;
        last = s;
        last_end = to;
    }
    c->states = classes;
    refine_compact_trim(c);
}

static void end(struct refine *x, struct refined *out)
{
    refine_compact_reverse_free(&x->in);
    *out = (struct refined){.classes = number_classes(x)};
    free(x->place);
    x->place = NULL;
    if (refine_abstracts(x)) {
        out->divergent = base_mem_zalloc(out->classes * sizeof *out->divergent);
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
    refine_compact_nodes_free(&x->nodes);
    refine_compact_reverse_free(&x->in);
    free_splitters(x);
    base_workers_free(x->workers);
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
    x->workers = small ? NULL : base_workers_new(control ? control->threads : 0);
    x->splitters = base_workers_count(x->workers);
    x->splitter = base_mem_zalloc(x->splitters * sizeof *x->splitter);
    for (unsigned i = 0; i < x->splitters; i++)
        x->splitter[i].set_of = LTS_NONE;
}

enum status refine_partition(struct compact *c, enum refine_kind kind, const uint32_t *colour, uint32_t colours,
                             struct refined *out, const struct lts_control *control, struct diag *d)
{
    struct refine x = {.c = c, .kind = kind, .seed = 1};
    *out = (struct refined){0};
    enum status st = lts_control_step(control, "refining", 0, 0, d);
    find_workers(&x, control);
    if (!st) {
        begin(&x, colour, colours);
        st = refine_until_stable(&x, control, d);
    }
    if (!st)
        end(&x, out);
    else
        refine_compact_free(c);
    free_refine(&x);
    return st;
}

enum status refine_graph(const struct graph *g, enum refine_kind kind, struct refined *out, struct graph *quotient,
                         const struct lts_control *control, struct diag *d)
{
    struct compact c;
    struct graph keep = *g;
    *out = (struct refined){0};
    enum status st = refine_compact_make(&c, &keep, false, d);
    if (!st)
        st = refine_partition(&c, kind, g->colour, g->colours, out, control, d);
    if (!st && quotient) {
        *quotient = (struct graph){0};
        refine_compact_give(&c, quotient);
        refine_dress(quotient, g, out->class_of);
    }
    if (!st && !quotient)
        refine_compact_free(&c);
    return st;
}

void refine_dress(struct graph *quotient, const struct graph *g, const uint32_t *class_of)
{
    quotient->root[0] = class_of[g->root[0]];
    quotient->root[1] = class_of[g->root[1]];
    quotient->old = base_mem_alloc(quotient->states * sizeof *quotient->old);
    for (uint32_t s = g->states; s-- > 0;)
        quotient->old[class_of[s]] = s;
    lts_graph_dress(quotient, g);
}
