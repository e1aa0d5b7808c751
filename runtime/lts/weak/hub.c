/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A hub: a state that silently reaches much and is silently reached by much, what a large component of silent
 * transitions becomes in a quotient. All that is above it can weakly do what it can, so answers that hold of the hub
 * are kept once and do not spread to the states above. A system of 10^6 random transitions takes minutes without.
 */
#include "runtime/base/sorted.h"
#include "runtime/lts/weak/weak.h"

#include <stdlib.h>

/* A hub is worth knowing when at least this part of the states is below it. */
enum { PART = 16 };

static uint32_t longest_row(const struct graph *h)
{
    uint32_t best = 0;
    for (uint32_t s = 1; s < h->states; s++)
        if (h->first[s + 1] - h->first[s] > h->first[best + 1] - h->first[best])
            best = s;
    return best;
}

/* What the hub silently reaches, and what silently reaches it, itself included; returns how many there are below. */
static uint32_t find_both_sides(struct weak_hub *hub, const struct graph *h)
{
    uint32_t top = longest_row(h), count = 0;
    hub->below[top] = hub->above[top] = true;
    for (uint32_t s = top + 1; s-- > 0; count += hub->below[s])
        for (uint64_t t = h->first[s]; hub->below[s] && weak_silent(h, s, t); t++)
            hub->below[h->target[t]] = true;
    for (uint32_t s = top + 1; s < h->states; s++)
        for (uint64_t t = h->first[s]; weak_silent(h, s, t); t++)
            hub->above[s] |= hub->above[h->target[t]];
    return count;
}

static void add(struct weak_hub *hub, uint32_t s, uint32_t label, struct visited *seen)
{
    if (!visited_has(seen, label) && !(hub->above[s] && hub->again[label]))
        vec_push(&hub->labels, label);
    visited_mark(seen, label);
}

/* Lists the labels by which states weakly reach what is above the hub, but for those of the hub itself where it is
 * reached. */
static bool list_labels(struct weak_hub *hub, const struct graph *h, const bool *loop)
{
    uint64_t limit = 4 * (graph_transitions(h) + h->states);
    struct visited seen = visited_new(h->labels + 1);
    for (uint32_t s = 0; s < h->states && hub->labels.count <= limit; s++) {
        visited_clear(&seen);
        for (uint64_t t = h->first[s]; t < h->first[s + 1]; t++) {
            uint32_t to = h->target[t];
            if (h->label[t] != GRAPH_SILENT && hub->above[to])
                add(hub, s, h->label[t], &seen);
            for (uint64_t i = hub->first[to]; h->label[t] == GRAPH_SILENT && i < hub->first[to + 1]; i++)
                add(hub, s, hub->labels.items[i], &seen);
        }
        if (loop && loop[s] && hub->above[s])
            add(hub, s, h->labels, &seen);
        hub->first[s + 1] = hub->labels.count;
    }
    visited_free(&seen);
    return hub->labels.count <= limit;
}

static void number_kinds(struct weak_hub *hub, const struct graph *h)
{
    struct intern *kinds[2] = {base_intern_new(), base_intern_new()};
    hub->kind = base_mem_alloc(h->states * sizeof *hub->kind);
    for (uint32_t s = 0; s < h->states; s++) {
        struct u32s labels = {0};
        for (uint64_t i = hub->first[s]; i < hub->first[s + 1]; i++)
            vec_push(&labels, hub->labels.items[i]);
        base_sort_u32(labels.items, labels.count);
        uint32_t k =
            base_intern_add(kinds[hub->above[s]], (const char *)labels.items, labels.count * sizeof *labels.items);
        hub->kind[s] = 2 * k + hub->above[s];
        vec_free(&labels);
    }
    base_intern_free(kinds[0]);
    base_intern_free(kinds[1]);
}

void weak_hub_make(struct weak_hub *hub, const struct graph *h, const bool *loop)
{
    *hub = (struct weak_hub){0};
    if (!h->states)
        return;
    hub->below = base_mem_zalloc(h->states);
    hub->above = base_mem_zalloc(h->states);
    if (find_both_sides(hub, h) > h->states / PART) {
        hub->again = base_mem_zalloc(h->labels + (size_t)1);
        for (uint32_t s = 0; s < h->states; s++) {
            for (uint64_t t = h->first[s]; hub->below[s] && t < h->first[s + 1]; t++)
                hub->again[h->label[t]] |= hub->above[h->target[t]];
            hub->again[h->labels] |= hub->below[s] && hub->above[s] && loop && loop[s];
        }
        hub->first = base_mem_zalloc((h->states + (size_t)1) * sizeof *hub->first);
        hub->known = list_labels(hub, h, loop);
        if (hub->known)
            number_kinds(hub, h);
    }
    if (!hub->known)
        weak_hub_free(hub);
}

void weak_hub_free(struct weak_hub *hub)
{
    free(hub->below);
    free(hub->above);
    free(hub->again);
    free(hub->first);
    free(hub->kind);
    vec_free(&hub->labels);
    *hub = (struct weak_hub){0};
}
