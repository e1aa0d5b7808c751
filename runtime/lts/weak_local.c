/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Decides weak bisimulation block by block, from what few states can do at once.
 *
 * A block's sample is a member without a silent step inside the block. The partition is a weak bisimulation when in
 * each block
 * (1) what a member can do by one step, the sample can do weakly, and (2) what the sample can do by one step, every
 * member without a silent step inside the block can do weakly. For (2) then holds for all members; and silent steps
 * have no cycles, so by induction over them, a member that silently leaves for the block that the sample's weak
 * step leaves for stands lower, where it can do whatever is left of that step. Where (1) or (2) fails, the step
 * that fails splits the block.
 *
 * Whether s weakly does a into block C is searched from s. Where s silently reaches a hub, what the hub can do is
 * known, and what is left to search is little; when it is not known, the search goes from C, backwards, for a source
 * of an a-transition that s silently reaches.
 */
#include "runtime/lts/control.h"
#include "runtime/lts/weak.h"

struct local {
    const struct graph *h;
    const bool *loop;
    struct blocks *p;
    const struct weak_hub *hub;
    uint32_t hubs;
    struct reverse in;     /* made when there is a hub that does not know */
    uint32_t from_hubs;    /* one bit a hub: the state in hand silently reaches it */
    struct visited mark;   /* reached from the state in hand */
    struct visited seen;   /* by the search for a step */
    struct u32s reach, back;
    uint64_t work, asked; /* looked at so far, and when control was asked */
};

/* The number of the hub that a state is, or LTS_NONE. */
static inline uint32_t hub_at(const struct local *x, uint32_t s)
{
    for (uint32_t k = 0; k < x->hubs; k++)
        if (x->hub[k].state == s)
            return k;
    return LTS_NONE;
}

/* Marks what s silently reaches; below hubs nothing is marked. */
static void mark_reach(struct local *x, uint32_t s)
{
    const struct graph *h = x->h;
    visited_clear(&x->mark);
    x->reach.count = 0;
    x->from_hubs = 0;
    visited_add(&x->mark, &x->reach, s);
    for (size_t i = 0; i < x->reach.count; i++) {
        uint32_t u = x->reach.items[i], hub = hub_at(x, u);
        if (hub != LTS_NONE) {
            x->from_hubs |= 1u << hub;
            continue;
        }
        for (uint64_t t = h->first[u]; t < h->first[u + 1] && h->label[t] == GRAPH_SILENT; t++, x->work++)
            visited_add(&x->mark, &x->reach, h->target[t]);
    }
}

static bool is_reached(const struct local *x, uint32_t u)
{
    bool yes = visited_has(&x->mark, u);
    for (uint32_t k = 0; k < x->hubs; k++)
        yes |= x->from_hubs >> k & x->hub[k].below[u];
    return yes;
}

static void look_at(struct local *x, uint32_t s)
{
    visited_add(&x->seen, &x->back, s);
}

static bool holds_one_below(const struct local *x, const struct weak_hub *hub, uint32_t b)
{
    if (x->p->block[hub->state] == b)
        return true;
    for (uint32_t i = x->p->start[b]; i < x->p->end[b]; i++)
        if (hub->below[x->p->item[i]])
            return true;
    return false;
}

/* Whether the hub can weakly do `label` into block b. */
static bool hub_can_do(struct local *x, const struct weak_hub *hub, uint32_t label, uint32_t b)
{
    const struct blocks *p = x->p;
    if (hub->again[label] && p->block[hub->state] == b)
        return true;
    for (uint32_t i = p->start[b]; i < p->end[b]; i++, x->work++)
        if (weak_hub_can(hub, label, p->item[i]))
            return true;
    return false;
}

/* From the front: all that is marked is listed, but for what lies below hubs. */
static bool search_forwards(struct local *x, uint32_t label, uint32_t b)
{
    const struct graph *h = x->h;
    visited_clear(&x->seen);
    x->back.count = 0;
    for (size_t i = 0; i < x->reach.count; i++) {
        uint32_t u = x->reach.items[i];
        if (x->hub->knows && hub_at(x, u) != LTS_NONE) /* asked before */
            continue;
        if (label == h->labels && x->loop[u])
            look_at(x, u);
        for (uint64_t t = h->first[u]; t < h->first[u + 1] && h->label[t] <= label; t++, x->work++)
            if (h->label[t] == label)
                look_at(x, h->target[t]);
    }
    for (size_t i = 0; i < x->back.count; i++) {
        uint32_t u = x->back.items[i], hub = hub_at(x, u);
        if (x->p->block[u] == b || (hub != LTS_NONE && holds_one_below(x, &x->hub[hub], b)))
            return true;
        uint64_t end = hub != LTS_NONE ? h->first[u] : h->first[u + 1];
        for (uint64_t t = h->first[u]; t < end && h->label[t] == GRAPH_SILENT; t++, x->work++)
            look_at(x, h->target[t]);
    }
    return false;
}

/* From the block, for a source that is reached. */
static bool search_backwards(struct local *x, uint32_t label, uint32_t b)
{
    const struct graph *h = x->h;
    const struct blocks *p = x->p;
    visited_clear(&x->seen);
    x->back.count = 0;
    for (uint32_t i = p->start[b]; i < p->end[b]; i++)
        look_at(x, p->item[i]);
    for (size_t i = 0; i < x->back.count; i++) {
        uint32_t w = x->back.items[i];
        if (label == h->labels && x->loop[w] && is_reached(x, w))
            return true;
        for (uint64_t t = x->in.first[w]; t < x->in.first[w + 1]; t++, x->work++) {
            if (x->in.label[t] == label && is_reached(x, x->in.source[t]))
                return true;
            if (x->in.label[t] == GRAPH_SILENT)
                look_at(x, x->in.source[t]);
        }
    }
    return false;
}

/* Whether the state whose reach is marked can weakly do `label` into block b. */
static bool can_do(struct local *x, uint32_t label, uint32_t b)
{
    const struct blocks *p = x->p;
    if (label == GRAPH_SILENT) {
        for (uint32_t k = 0; k < x->hubs; k++)
            if (x->from_hubs >> k & 1 && p->block[x->hub[k].state] == b)
                return true;
        for (uint32_t i = p->start[b]; i < p->end[b]; i++, x->work++)
            if (is_reached(x, p->item[i]))
                return true;
        return false;
    }
    if (x->from_hubs && !x->hub->knows)
        return search_backwards(x, label, b);
    for (uint32_t k = 0; k < x->hubs; k++)
        if (x->from_hubs >> k & 1 && hub_can_do(x, &x->hub[k], label, b))
            return true;
    return search_forwards(x, label, b);
}

struct step {
    uint32_t label, block;
};

/* Looks for a step of s that the state whose reach is marked cannot do weakly. */
static bool find_step(struct local *x, uint32_t s, struct step *out)
{
    const struct graph *h = x->h;
    uint32_t own = x->p->block[s];
    struct step last = {LTS_NONE, LTS_NONE};
    for (uint64_t t = h->first[s]; t < h->first[s + 1]; t++) {
        *out = (struct step){h->label[t], x->p->block[h->target[t]]};
        if ((out->label == last.label && out->block == last.block) || (out->label == GRAPH_SILENT && out->block == own))
            continue;
        if (!can_do(x, out->label, out->block))
            return true;
        last = *out;
    }
    *out = (struct step){h->labels, own};
    return x->loop && x->loop[s] && !can_do(x, out->label, out->block);
}

static bool stays_inside(const struct local *x, uint32_t s)
{
    const struct graph *h = x->h;
    for (uint64_t t = h->first[s]; t < h->first[s + 1] && h->label[t] == GRAPH_SILENT; t++)
        if (x->p->block[h->target[t]] == x->p->block[s])
            return true;
    return false;
}

static uint32_t sample_of(const struct local *x, uint32_t b)
{
    uint32_t best = LTS_NONE;
    for (uint32_t i = x->p->start[b]; i < x->p->end[b]; i++) {
        uint32_t s = x->p->item[i];
        if (!stays_inside(x, s) && (best == LTS_NONE || x->h->first[s + 1] - x->h->first[s] >
                                                            x->h->first[best + 1] - x->h->first[best]))
            best = s;
    }
    return best; /* there is one: silent steps have no cycles */
}

/* Looks for a step that some members of block b can do weakly and others cannot. */
static bool find_difference(struct local *x, uint32_t b, struct step *out)
{
    const struct blocks *p = x->p;
    uint32_t sample = sample_of(x, b);
    mark_reach(x, sample);
    for (uint32_t i = p->start[b]; i < p->end[b]; i++)
        if (p->item[i] != sample && find_step(x, p->item[i], out))
            return true;
    for (uint32_t i = p->start[b]; i < p->end[b]; i++)
        if (p->item[i] != sample && !stays_inside(x, p->item[i])) {
            mark_reach(x, p->item[i]);
            if (find_step(x, sample, out))
                return true;
        }
    return false;
}

static void split_by_step(struct local *x, uint32_t b, struct step step)
{
    struct blocks *p = x->p;
    struct u32s can = {0};
    for (uint32_t i = p->start[b]; i < p->end[b]; i++) {
        mark_reach(x, p->item[i]);
        if (can_do(x, step.label, step.block))
            vec_push(&can, p->item[i]);
    }
    for (size_t i = 0; i < can.count; i++)
        blocks_mark(p, can.items[i]);
    p->touched.count = 0;
    blocks_split(p, b);
    vec_free(&can);
}

static enum status ask(struct local *x, const struct lts_control *c, struct diag *d)
{
    enum { WORK_BETWEEN_QUESTIONS = 1 << 20 };
    if (x->work - x->asked < WORK_BETWEEN_QUESTIONS)
        return ST_OK;
    x->asked = x->work;
    return control_step(c, "refining", x->p->count, 0, d);
}

/* Goes over all blocks until none is split any more. */
static enum status split_all(struct local *x, uint64_t budget, const struct lts_control *c, struct diag *d)
{
    struct step step;
    enum status st = ST_OK;
    for (bool changed = true; changed && !st;) {
        changed = false;
        for (uint32_t b = 0; b < x->p->count && !st; b++) {
            while (!st && blocks_size(x->p, b) > 1 && (!budget || x->work < budget) && find_difference(x, b, &step)) {
                split_by_step(x, b, step);
                changed = true;
                st = ask(x, c, d);
            }
            st = st ? st : ask(x, c, d);
        }
    }
    return st;
}

enum status weak_local(const struct graph *h, const bool *loop, const struct weak_hub *hubs, uint32_t hub_count,
                       struct blocks *p, uint64_t budget, bool *done, const struct lts_control *c, struct diag *d)
{
    struct local x = {.h = h, .loop = loop, .hub = hubs, .hubs = hub_count, .p = p};
    if (!hubs->knows)
        reverse_make(&x.in, h, false);
    x.mark = visited_new(h->states);
    x.seen = visited_new(h->states);
    enum status st = split_all(&x, budget, c, d);
    *done = !budget || x.work < budget;
    reverse_free(&x.in);
    visited_free(&x.mark);
    visited_free(&x.seen);
    vec_free(&x.reach);
    vec_free(&x.back);
    return st;
}
