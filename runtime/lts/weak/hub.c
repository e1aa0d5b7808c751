/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A hub: a state that silently reaches much and weakly does nearly everything, what a large component of silent
 * transitions becomes in a quotient.
 *
 * Searches would pass it again and again, and each time find the same; so what lies below it and what it does weakly
 * is found once. It does most labels to itself, hence to all below it: then only the other targets are listed. Two
 * systems that are compared may have one each.
 */
#include "runtime/base/sorted.h"
#include "runtime/lts/weak/weak.h"

#include <stdlib.h>

/* A hub is worth knowing when at least this part of the states is below it. */
enum { PART = 16 };

/* The state with the longest row, of those that are not near a hub. */
static uint32_t choose(const struct graph *h, const bool *near)
{
    uint32_t best = LTS_NONE;
    for (uint32_t s = 0; s < h->states; s++)
        if (!(near && near[s]) &&
            (best == LTS_NONE || h->first[s + 1] - h->first[s] > h->first[best + 1] - h->first[best]))
            best = s;
    return best;
}

/* What is in hand while the lists are made. */
struct maker {
    const struct graph *h;
    struct weak_hub *hub;
    struct visited visited;
    struct u32s found; /* what the hub reaches with one label */
    uint64_t *first;   /* by label: its part of `start` */
    uint32_t *start;   /* targets of the visible transitions of all that is below the hub */
};

/* Groups the targets by label; a divergent state does the label behind the last one, to itself. */
static void gather(struct maker *x, const struct u32s *below, const bool *loop)
{
    const struct graph *h = x->h;
    x->first = mem_zalloc((h->labels + (size_t)3) * sizeof *x->first);
    for (size_t i = 0; i < below->count; i++) {
        uint32_t s = below->items[i];
        for (uint64_t t = h->first[s]; t < h->first[s + 1]; t++)
            x->first[h->label[t] + 2] += h->label[t] != GRAPH_SILENT;
        x->first[h->labels + 2] += loop && loop[s];
    }
    for (uint32_t l = 0; l <= h->labels; l++)
        x->first[l + 2] += x->first[l + 1];
    x->start = mem_alloc((x->first[h->labels + 2] + 1) * sizeof *x->start);
    for (size_t i = 0; i < below->count; i++) {
        uint32_t s = below->items[i];
        for (uint64_t t = h->first[s]; t < h->first[s + 1]; t++)
            if (h->label[t] != GRAPH_SILENT)
                x->start[x->first[h->label[t] + 1]++] = h->target[t];
        if (loop && loop[s])
            x->start[x->first[h->labels + 1]++] = s;
    }
}

/* Adds all that silent steps lead to, but for what is known to lie below the hub. */
static void close_found(struct maker *x)
{
    const struct graph *h = x->h;
    for (size_t i = 0; i < x->found.count; i++) {
        uint32_t s = x->found.items[i];
        if (visited_has(&x->visited, x->hub->state) && x->hub->below[s])
            continue;
        for (uint64_t t = h->first[s]; weak_silent(h, s, t); t++)
            visited_add(&x->visited, &x->found, h->target[t]);
    }
}

/* What the hub reaches with one label: whether itself, then the rest. */
static void list_label(struct maker *x, uint32_t label)
{
    struct weak_hub *hub = x->hub;
    visited_clear(&x->visited);
    x->found.count = 0;
    for (uint64_t i = x->first[label]; i < x->first[label + 1]; i++)
        visited_add(&x->visited, &x->found, x->start[i]);
    close_found(x);
    hub->again[label] = visited_has(&x->visited, hub->state);
    size_t from = hub->list.count;
    for (size_t i = 0; i < x->found.count; i++)
        if (!hub->again[label] || !hub->below[x->found.items[i]])
            vec_push(&hub->list, x->found.items[i]);
    sort_u32(hub->list.items + from, hub->list.count - from);
    hub->first[label + 1] = hub->list.count;
}

static void make(struct weak_hub *hub, const struct graph *h, const bool *loop, uint32_t state)
{
    struct u32s below = {0};
    struct maker x = {.h = h, .hub = hub, .visited = visited_new(h->states)};
    uint64_t limit = 4 * (graph_transitions(h) + h->states);
    *hub = (struct weak_hub){.state = state};
    hub->below = mem_zalloc(h->states * sizeof *hub->below);
    visited_clear(&x.visited);
    visited_add(&x.visited, &below, hub->state);
    graph_close_silently(h, &x.visited, &below);
    for (size_t i = 0; i < below.count; i++)
        hub->below[below.items[i]] = true;
    hub->knows = below.count > h->states / PART;
    if (hub->knows) {
        hub->again = mem_zalloc((h->labels + (size_t)1) * sizeof *hub->again);
        hub->first = mem_zalloc((h->labels + (size_t)2) * sizeof *hub->first);
        gather(&x, &below, loop);
    }
    for (uint32_t l = GRAPH_SILENT + 1; l <= h->labels && hub->knows; l++) {
        list_label(&x, l);
        hub->knows = hub->list.count <= limit;
    }
    free(x.first);
    free(x.start);
    visited_free(&x.visited);
    vec_free(&x.found);
    vec_free(&below);
}

void weak_hub_make(struct weak_hub *hub, const struct graph *h, const bool *loop)
{
    make(hub, h, loop, choose(h, NULL));
}

/* By state: it is the hub, reaches it silently, or is below. */
static bool *find_near(const struct weak_hub *hub, const struct graph *h)
{
    uint32_t *order = weak_order(h);
    bool *near = mem_zalloc(h->states * sizeof *near);
    near[hub->state] = true;
    for (uint32_t i = 0; i < h->states; i++)
        for (uint64_t t = h->first[order[i]]; t < h->first[order[i] + 1] && h->label[t] == GRAPH_SILENT; t++)
            near[order[i]] |= near[h->target[t]];
    for (uint32_t s = 0; s < h->states; s++)
        near[s] |= hub->below[s];
    free(order);
    return near;
}

uint32_t weak_hubs_make(struct weak_hub *hubs, const struct graph *h, const bool *loop)
{
    uint32_t count = 1, other;
    weak_hub_make(hubs, h, loop);
    if (!hubs->knows)
        return count;
    bool *near = find_near(hubs, h);
    other = choose(h, near);
    free(near);
    if (other != LTS_NONE) {
        make(&hubs[count], h, loop, other);
        if (hubs[count].knows)
            return count + 1;
        weak_hub_free(&hubs[count]);
    }
    return count;
}

bool weak_hub_can(const struct weak_hub *hub, uint32_t label, uint32_t s)
{
    if (hub->below[s] && hub->again[label])
        return true;
    return sorted_has_u32(hub->list.items + hub->first[label], hub->first[label + 1] - hub->first[label], s);
}

void weak_hub_free(struct weak_hub *hub)
{
    free(hub->below);
    free(hub->again);
    free(hub->first);
    vec_free(&hub->list);
}
