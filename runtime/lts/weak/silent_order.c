/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers of states such that silent transitions lead to smaller ones, and what is silently reached is near: what
 * follows silent steps then stays within few pages.
 */
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
        for (uint64_t t = h->first[s]; t < h->first[s + 1]; t++, at++) {
            out->label[at] = h->label[t];
            out->target[at] = number[h->target[t]];
        }
    }
    lts_graph_sort_rows(out);
}
