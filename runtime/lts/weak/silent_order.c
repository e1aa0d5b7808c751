/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers of states such that silent transitions lead to smaller ones, and what is silently reached is near: what
 * follows silent steps then stays within few pages.
 */
#include "runtime/base/sorted.h"
#include "runtime/lts/weak/weak.h"

#include <stdlib.h>

bool weak_any_silent(const struct graph *h)
{
    for (uint32_t s = 0; s < h->states; s++)
        if (h->first[s] < h->first[s + 1] && h->label[h->first[s]] == GRAPH_SILENT)
            return true;
    return false;
}

uint32_t *weak_numbers(const struct graph *h)
{
    uint32_t *number = base_mem_alloc((h->states + (size_t)1) * sizeof *number);
    lts_graph_components(h, NULL, false, number, NULL); /* there are no silent cycles: it numbers the states */
    return number;
}

/* Puts a part of a row behind what is there, with other numbers. */
static void put_label(struct graph *out, const struct graph *h, uint64_t from, uint64_t to, uint64_t at,
                      const uint32_t *number)
{
    for (uint64_t i = 0; i < to - from; i++) {
        out->label[at + i] = h->label[from];
        out->target[at + i] = number[h->target[from + i]];
    }
    base_sort_u32(out->target + at, to - from);
}

void weak_renumber(struct graph *out, const struct graph *h, const uint32_t *number)
{
    *out = (struct graph){.states = h->states, .labels = h->labels, .colours = h->colours};
    out->first = base_mem_zalloc((h->states + (size_t)1) * sizeof *out->first);
    out->label = base_mem_alloc((graph_transitions(h) + 1) * sizeof *out->label);
    out->target = base_mem_alloc((graph_transitions(h) + 1) * sizeof *out->target);
    out->colour = h->colour ? base_mem_alloc(h->states * sizeof *out->colour) : NULL;
    for (uint32_t s = 0; s < h->states; s++) {
        out->first[number[s] + 1] = h->first[s + 1] - h->first[s];
        if (h->colour)
            out->colour[number[s]] = h->colour[s];
    }
    for (uint32_t s = 0; s < h->states; s++)
        out->first[s + 1] += out->first[s];
    for (uint32_t s = 0; s < h->states; s++) {
        uint64_t at = out->first[number[s]];
        for (uint64_t t = h->first[s], end; t < h->first[s + 1]; t = end) {
            for (end = t + 1; end < h->first[s + 1] && h->label[end] == h->label[t]; end++)
                ;
            put_label(out, h, t, end, at + (t - h->first[s]), number);
        }
    }
}
