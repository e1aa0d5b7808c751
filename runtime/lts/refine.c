/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Refinement by signatures from the first partition to the quotient.
 *
 * Parts with dirty members wait in a queue; refine_split.c takes one after the other. When nothing waits, the partition
 * is checked exactly, since strong signatures are compared by 64-bit hash alone: a hash can only have kept together
 * what differs, so a collision leaves the result too coarse, never wrong in the other direction. It is refined further
 * with other hashes.
 */
#include "runtime/lts/refine_parts.h"
#include "runtime/lts/control.h"

#include <stdlib.h>

enum { WORK_BETWEEN_QUESTIONS = 1 << 20 };

void refine_mark(struct refine *x, uint32_t s)
{
    uint32_t b = x->block[s];
    struct part *p = &x->part.items[b];
    if (s == x->set_of)
        x->set_of = LTS_NONE;
    uint32_t kind = x->place[s] >= p->middle, at = (kind ? p->middle : p->start) + p->dirty[kind];
    if (x->place[s] < at || p->end - p->start == 1)
        return;
    if (!p->dirty[0] && !p->dirty[1])
        vec_push(&x->queue, b);
    p->dirty[kind]++;
    uint32_t other = x->item[at], hole = x->place[s];
    x->item[at] = s;
    x->place[s] = at;
    x->item[hole] = other;
    x->place[other] = hole;
}

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

static enum status empty_queue(struct refine *x, const struct lts_control *control, struct diag *d)
{
    enum status st = ST_OK;
    while (x->head < x->queue.count && !st) {
        refine_process(x, x->queue.items[x->head++]);
        if (x->moved.capacity > x->c->states / 8) { /* one large split at most needs so much */
            vec_free(&x->moved);
            vec_free(&x->mine);
        }
        if (x->head > 1024 && x->head > x->queue.count / 2) {
            x->queue.count -= x->head;
            memmove(x->queue.items, x->queue.items + x->head, x->queue.count * sizeof *x->queue.items);
            x->head = 0;
        }
        if (x->work > WORK_BETWEEN_QUESTIONS) {
            x->work = 0;
            st = control_step(control, "refining", 0, 0, d);
        }
    }
    return st;
}

/* Whether all members of a part have the signature of its last bottom. */
static bool is_stable(struct refine *x, const struct part *p)
{
    refine_gather(x, x->item[p->end - 1], false, &x->brief);
    for (uint32_t i = p->start; i + 1 < p->end; i++) {
        refine_gather(x, x->item[i], false, &x->keys);
        if ((i >= p->middle && x->keys.count != x->brief.count) ||
            !refine_subset(&x->brief, x->keys.items, x->keys.count))
            return false;
    }
    return true;
}

static bool all_stable(struct refine *x)
{
    for (size_t b = 0; b < x->part.count; b++)
        if (x->part.items[b].end - x->part.items[b].start > 1 && !is_stable(x, &x->part.items[b]))
            return false;
    return true;
}

static enum status refine_until_stable(struct refine *x, const struct lts_control *control, struct diag *d)
{
    enum status st = empty_queue(x, control, d);
    while (!st && !all_stable(x)) {
        x->set_of = LTS_NONE;
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
    uint32_t at = 0, last = LTS_NONE, last_end = 0;
    for (uint32_t k = 0; k < classes; k++) {
        uint32_t s = x->item[k], from = s == last + 1 ? last_end : c->first[s], to = c->first[s + 1];
        x->keys.count = 0;
        for (uint32_t t = from; t < to; t++) {
            uint32_t target = x->block[compact_target(c, t)];
            if (target != k || !compact_silent(c, t) || !refine_abstracts(x))
                vec_push(&x->keys, (uint64_t)compact_label(c, t) << 32 | target);
        }
        x->keys.count = words_set(x->keys.items, x->keys.count);
        compact_put(c, at, x->keys.items, x->keys.count);
        at += (uint32_t)x->keys.count;
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

static void free_refine(struct refine *x)
{
    compact_nodes_free(&x->nodes);
    compact_reverse_free(&x->in);
    free(x->item);
    free(x->place);
    free(x->block);
    free(x->slot);
    free(x->group_of);
    vec_free(&x->part);
    vec_free(&x->queue);
    vec_free(&x->group);
    vec_free(&x->keys);
    vec_free(&x->brief);
    vec_free(&x->set);
    vec_free(&x->moved);
    vec_free(&x->mine);
    vec_free(&x->path);
}

enum status refine(struct compact *c, enum refine_kind kind, const uint32_t *colour, uint32_t colours,
                   struct refined *out, const struct lts_control *control, struct diag *d)
{
    struct refine x = {.c = c, .kind = kind, .seed = 1, .set_of = LTS_NONE};
    *out = (struct refined){0};
    enum status st = control_step(control, "refining", 0, 0, d);
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
