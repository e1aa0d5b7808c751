/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a state weakly does a label into a block: whether a path silent* label silent* leads there.
 *
 * Two searches look for the path, from the state and back from the block, in turns by the work they have done; they end
 * when they meet or when one has nothing left. One of the two is nearly always short, even where the other is not, and
 * where both are long, they soon meet. What lies at and below a hub is never passed: what the hub does is known.
 */
#include "runtime/base/sorted.h"
#include "runtime/lts/weak/search.h"

#include <stdlib.h>

/* ---- what searches share ----------------------------------------------------------------------------------------- */

/* Silent transitions come first in a state's row and in the list of those that lead to it. */
static void turn_round(struct weak_ground *g)
{
    const struct graph *h = g->h;
    uint64_t m = graph_transitions(h);
    g->in_first = mem_zalloc((h->states + (size_t)2) * sizeof *g->in_first);
    g->in_label = mem_alloc((m + 1) * sizeof *g->in_label);
    g->in_source = mem_alloc((m + 1) * sizeof *g->in_source);
    for (uint64_t t = 0; t < m; t++)
        g->in_first[h->target[t] + 2]++;
    for (uint32_t s = 0; s < h->states; s++)
        g->in_first[s + 2] += g->in_first[s + 1];
    for (int visible = 0; visible < 2; visible++)
        for (uint32_t s = 0; s < h->states; s++)
            for (uint64_t t = h->first[s]; t < h->first[s + 1]; t++) {
                if ((h->label[t] != GRAPH_SILENT) != visible) {
                    if (!visible)
                        break;
                    continue;
                }
                uint64_t at = g->in_first[h->target[t] + 1]++;
                g->in_label[at] = h->label[t];
                g->in_source[at] = s;
            }
}

static void count_below(struct weak_ground *g, uint32_t k, uint32_t b)
{
    g->below[k][b] = 0;
    for (uint32_t i = g->p->start[b]; i < g->p->end[b]; i++)
        g->below[k][b] += g->hub[k].below[g->p->item[i]];
}

void weak_ground_make(struct weak_ground *g, const struct graph *h, const bool *loop, const struct weak_hub *hub,
                      uint32_t hubs, const struct blocks *p)
{
    *g = (struct weak_ground){.h = h, .loop = loop, .hub = hub, .hubs = hubs, .p = p};
    turn_round(g);
    g->above = mem_zalloc(h->states + (size_t)1);
    for (uint32_t s = 0; hubs && s < h->states; s++) {
        for (uint32_t k = 0; k < hubs; k++)
            g->above[s] |= (uint8_t)((hub[k].state == s) << k);
        for (uint64_t t = h->first[s]; weak_silent(h, s, t); t++)
            g->above[s] |= g->above[h->target[t]];
    }
    for (uint32_t k = 0; k < hubs; k++) {
        g->below[k] = mem_zalloc((h->states + (size_t)1) * sizeof *g->below[k]);
        for (uint32_t b = 0; b < p->count; b++)
            count_below(g, k, b);
    }
}

void weak_ground_split(struct weak_ground *g, uint32_t b, uint32_t fresh)
{
    for (uint32_t k = 0; k < g->hubs; k++) {
        count_below(g, k, fresh); /* the smaller part */
        g->below[k][b] -= g->below[k][fresh];
    }
}

void weak_ground_free(struct weak_ground *g)
{
    free(g->above);
    for (uint32_t k = 0; k < g->hubs; k++)
        free(g->below[k]);
    free(g->in_first);
    free(g->in_label);
    free(g->in_source);
}

/* ---- one search -------------------------------------------------------------------------------------------------- */

static void clear(struct weak_found *f)
{
    visited_clear(&f->seen);
    f->list.count = f->done = 0;
}

static bool has_more(const struct weak_found *f)
{
    return f->done < f->list.count;
}

void weak_search_init(struct weak_search *x, const struct weak_ground *ground)
{
    uint32_t n = ground->h->states;
    *x = (struct weak_search){.ground = ground};
    struct weak_found *all[] = {&x->front, &x->behind, &x->back_behind, &x->back_front};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        all[i]->seen = visited_new(n);
    x->behind_root = mem_alloc((n + (size_t)1) * sizeof *x->behind_root);
    x->front_root = mem_alloc((n + (size_t)1) * sizeof *x->front_root);
}

void weak_search_free(struct weak_search *x)
{
    struct weak_found *all[] = {&x->front, &x->behind, &x->back_behind, &x->back_front};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        visited_free(&all[i]->seen);
        vec_free(&all[i]->list);
    }
    free(x->behind_root);
    free(x->front_root);
}

void weak_search_from(struct weak_search *x, uint32_t s)
{
    x->from = s;
    x->expanded = 0;
    clear(&x->front);
    visited_add(&x->front.seen, &x->front.list, s);
}

/* A member of the block below hub k; there is one. */
static uint32_t member_below(const struct weak_search *x, uint32_t k)
{
    const struct blocks *p = x->ground->p;
    const struct weak_hub *hub = &x->ground->hub[k];
    if (p->block[hub->state] == x->block)
        return hub->state;
    uint32_t i = p->start[x->block];
    while (!hub->below[p->item[i]])
        i++;
    return p->item[i];
}

/* What hub k does the label in hand to, in the block in hand. */
static uint32_t ask_hub(struct weak_search *x, uint32_t k)
{
    const struct weak_ground *g = x->ground;
    const struct weak_hub *hub = &g->hub[k];
    if (x->label == GRAPH_SILENT || hub->again[x->label]) {
        if (g->below[k][x->block])
            return member_below(x, k);
        if (x->label == GRAPH_SILENT)
            return LTS_NONE;
    }
    if (hub->first[x->label] == hub->first[x->label + 1])
        return LTS_NONE;
    for (uint32_t i = g->p->start[x->block]; i < g->p->end[x->block]; i++, x->total++)
        if (weak_hub_can(hub, x->label, g->p->item[i]))
            return g->p->item[i];
    return LTS_NONE;
}

/* Hubs that state s is below, one bit each. */
static inline uint32_t hubs_over(const struct weak_ground *g, uint32_t s)
{
    uint32_t bits = 0;
    for (uint32_t k = 0; k < g->hubs; k++)
        bits |= (uint32_t)g->hub[k].below[s] << k;
    return bits;
}

/* ---- forwards ---------------------------------------------------------------------------------------------------- */

/* Finds a state in front of the label: a member that the path leads to, when the other search was there. */
static uint32_t find_front(struct weak_search *x, uint32_t s)
{
    const struct weak_ground *g = x->ground;
    if (visited_has(&x->front.seen, s) || (hubs_over(g, s) & g->above[x->from])) /* the hubs were asked */
        return LTS_NONE;
    visited_add(&x->front.seen, &x->front.list, s);
    if (x->label == GRAPH_SILENT)
        return visited_has(&x->back_behind.seen, s) ? x->behind_root[s] : LTS_NONE;
    return visited_has(&x->back_front.seen, s) ? x->front_root[s] : LTS_NONE;
}

/* Finds a state behind the label. */
static uint32_t find_behind(struct weak_search *x, uint32_t s)
{
    const struct weak_ground *g = x->ground;
    if (g->p->block[s] == x->block)
        return s;
    if (visited_has(&x->back_behind.seen, s))
        return x->behind_root[s];
    for (uint32_t k = 0; k < g->hubs; k++) {
        if (g->above[s] >> k & 1 && g->below[k][x->block])
            return member_below(x, k);
        if (g->hub[k].below[s] && !g->below[k][x->block])
            return LTS_NONE;
    }
    visited_add(&x->behind.seen, &x->behind.list, s);
    return LTS_NONE;
}

static uint32_t step_behind(struct weak_search *x)
{
    const struct graph *h = x->ground->h;
    uint32_t s = x->behind.list.items[x->behind.done++], found = LTS_NONE;
    for (uint64_t t = h->first[s]; weak_silent(h, s, t) && found == LTS_NONE; t++) {
        x->work[0]++;
        found = find_behind(x, h->target[t]);
    }
    return found;
}

static uint32_t step_front(struct weak_search *x)
{
    enum { LONG = 32 };
    const struct graph *h = x->ground->h;
    size_t i = x->front.done++;
    uint32_t s = x->front.list.items[i], found = LTS_NONE;
    uint64_t t = h->first[s], end = h->first[s + 1];
    x->work[0]++;
    if (hubs_over(x->ground, s) & x->ground->above[x->from]) { /* the state in hand is a hub, and was asked */
        x->expanded += i == x->expanded;
        return LTS_NONE;
    }
    if (i == x->expanded) {
        x->expanded++;
        for (; t < end && h->label[t] == GRAPH_SILENT; t++, x->work[0]++) {
            uint32_t hit = find_front(x, h->target[t]);
            found = hit != LTS_NONE ? hit : found; /* the front must hold all of them */
        }
    }
    if (x->label == GRAPH_SILENT)
        return x->ground->p->block[s] == x->block ? s : found;
    if (found == LTS_NONE && x->label == h->labels && x->ground->loop[s])
        found = find_behind(x, s);
    if (end - t > LONG)
        t = lower_bound_u32(h->label, t, end, x->label);
    for (; t < end && h->label[t] <= x->label && found == LTS_NONE; t++, x->work[0]++)
        if (h->label[t] == x->label)
            found = find_behind(x, h->target[t]);
    return found;
}

/* ---- back -------------------------------------------------------------------------------------------------------- */

static uint32_t find_back_front(struct weak_search *x, uint32_t s, uint32_t root)
{
    if (visited_has(&x->front.seen, s))
        return root;
    if (x->ground->above[s] & ~x->ground->above[x->from])
        return LTS_NONE;
    if (!visited_has(&x->back_front.seen, s)) {
        visited_add(&x->back_front.seen, &x->back_front.list, s);
        x->front_root[s] = root;
    }
    return LTS_NONE;
}

static uint32_t find_back_behind(struct weak_search *x, uint32_t s, uint32_t root)
{
    const struct weak_ground *g = x->ground;
    if (x->label == GRAPH_SILENT) {
        if (visited_has(&x->front.seen, s))
            return root;
        if (g->above[s] & ~g->above[x->from])
            return LTS_NONE;
    } else if (visited_has(&x->behind.seen, s)) {
        return root;
    }
    for (uint32_t k = 0; k < g->hubs; k++)
        if (g->above[s] >> k & 1 && g->below[k][x->block]) {
            x->open = true; /* all above the hub does what follows: too many */
            return LTS_NONE;
        }
    if (!visited_has(&x->back_behind.seen, s)) {
        visited_add(&x->back_behind.seen, &x->back_behind.list, s);
        x->behind_root[s] = root;
    }
    return LTS_NONE;
}

static uint32_t step_back_front(struct weak_search *x)
{
    const struct weak_ground *g = x->ground;
    uint32_t s = x->back_front.list.items[x->back_front.done++], found = LTS_NONE;
    for (uint64_t t = g->in_first[s]; t < g->in_first[s + 1] && g->in_label[t] == GRAPH_SILENT && found == LTS_NONE;
         t++, x->work[1]++)
        found = find_back_front(x, g->in_source[t], x->front_root[s]);
    return found;
}

static uint32_t step_back_behind(struct weak_search *x)
{
    const struct weak_ground *g = x->ground;
    uint32_t s = x->back_behind.list.items[x->back_behind.done++], root = x->behind_root[s], found = LTS_NONE;
    uint64_t t = g->in_first[s], end = g->in_first[s + 1];
    for (; t < end && g->in_label[t] == GRAPH_SILENT && found == LTS_NONE; t++, x->work[1]++)
        found = find_back_behind(x, g->in_source[t], root);
    if (x->label == GRAPH_SILENT)
        return found;
    if (found == LTS_NONE && x->label == g->h->labels && g->loop[s])
        found = find_back_front(x, s, root);
    for (; t < end && found == LTS_NONE; t++, x->work[1]++)
        if (g->in_label[t] == x->label)
            found = find_back_front(x, g->in_source[t], root);
    return found;
}

/* Members of the block are looked back from when nothing else is left. */
static uint32_t step_back(struct weak_search *x)
{
    x->work[1]++;
    if (has_more(&x->back_front))
        return step_back_front(x);
    if (!has_more(&x->back_behind)) {
        uint32_t s = x->ground->p->item[x->member++];
        return find_back_behind(x, s, s);
    }
    return step_back_behind(x);
}

static bool back_has_more(const struct weak_search *x)
{
    return has_more(&x->back_front) || has_more(&x->back_behind) || x->member < x->ground->p->end[x->block];
}

static void begin(struct weak_search *x, uint32_t label, uint32_t b)
{
    x->label = label;
    x->block = b;
    x->member = x->ground->p->start[b];
    x->front.done = 0;
    x->work[0] = x->work[1] = 0;
    x->open = false;
    clear(&x->behind);
    clear(&x->back_behind);
    clear(&x->back_front);
}

uint32_t weak_search_ask(struct weak_search *x, uint32_t label, uint32_t b, uint64_t limit)
{
    uint32_t found = LTS_NONE;
    begin(x, label, b);
    for (uint32_t k = 0; k < x->ground->hubs && found == LTS_NONE; k++)
        if (x->ground->above[x->from] >> k & 1)
            found = ask_hub(x, k);
    while (found == LTS_NONE) {
        bool back = back_has_more(x);
        if (!back && !x->open)
            break;
        if (back && x->work[1] <= x->work[0])
            found = step_back(x);
        else if (has_more(&x->behind))
            found = step_behind(x);
        else if (has_more(&x->front))
            found = step_front(x);
        else
            break;
        if (found == LTS_NONE && x->work[0] + x->work[1] > limit)
            found = WEAK_UNKNOWN;
    }
    x->total += x->work[0] + x->work[1];
    return found;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static bool is_hub(const struct weak_ground *g, uint32_t s)
{
    for (uint32_t k = 0; k < g->hubs; k++)
        if (g->hub[k].state == s)
            return true;
    return false;
}

/* Adds what silently reaches a list: false when a hub does, or when it is more work than the limit. */
static bool close_back(struct weak_search *x, struct weak_found *f, uint64_t limit)
{
    const struct weak_ground *g = x->ground;
    for (; has_more(f); f->done++) {
        uint32_t s = f->list.items[f->done];
        if (is_hub(g, s) || x->work[1] > limit)
            return false;
        for (uint64_t t = g->in_first[s]; t < g->in_first[s + 1] && g->in_label[t] == GRAPH_SILENT; t++, x->work[1]++)
            visited_add(&f->seen, &f->list, g->in_source[t]);
    }
    return true;
}

const struct u32s *weak_search_all(struct weak_search *x, uint32_t label, uint32_t b, uint64_t limit)
{
    const struct weak_ground *g = x->ground;
    struct weak_found *last = label == GRAPH_SILENT ? &x->back_behind : &x->back_front;
    begin(x, label, b);
    for (; x->member < g->p->end[b]; x->member++)
        visited_add(&x->back_behind.seen, &x->back_behind.list, g->p->item[x->member]);
    bool all = close_back(x, &x->back_behind, limit);
    for (size_t i = 0; all && label != GRAPH_SILENT && i < x->back_behind.list.count; i++) {
        uint32_t s = x->back_behind.list.items[i];
        if (label == g->h->labels && g->loop[s])
            visited_add(&last->seen, &last->list, s);
        for (uint64_t t = g->in_first[s]; t < g->in_first[s + 1]; t++, x->work[1]++)
            if (g->in_label[t] == label)
                visited_add(&last->seen, &last->list, g->in_source[t]);
    }
    all = all && close_back(x, last, limit);
    x->total += x->work[1];
    return all ? &last->list : NULL;
}
