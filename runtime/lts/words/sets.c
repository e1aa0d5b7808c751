/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sets of states and the steps between them: the subset construction (M. Rabin and D. Scott 1959), done on demand.
 * Equal sets are recognised by their number.
 */
#include "runtime/lts/words/words.h"
#include "runtime/base/sorted.h"

#include <stdlib.h>

void words_sets_init(struct sets *x, const struct graph *g, bool weak)
{
    *x = (struct sets){.g = g, .weak = weak, .sets = base_intern_new()};
    x->visited = visited_new(g->states);
    vec_reserve(&x->scratch, 1); /* so that the empty set has an address */
}

void words_sets_free(struct sets *x)
{
    base_intern_free(x->sets);
    vec_free(&x->scratch);
    vec_free(&x->moves);
    visited_free(&x->visited);
}

uint32_t words_sets_count(const struct sets *x)
{
    return base_intern_count(x->sets);
}

const uint32_t *words_sets_members(const struct sets *x, uint32_t set, size_t *n)
{
    *n = base_intern_len(x->sets, set) / sizeof(uint32_t);
    return (const void *)base_intern_str(x->sets, set);
}

/* Its members are those visited: large sets are read from there in order. */
static void sort_scratch(struct sets *x)
{
    struct u32s *list = &x->scratch;
    if (list->count > x->g->states / 32) {
        list->count = 0;
        for (uint32_t s = 0; s < x->g->states; s++)
            if (visited_has(&x->visited, s))
                list->items[list->count++] = s;
    } else {
        base_sort_u32(list->items, list->count);
    }
}

/* Closes the scratch (if weak), sorts it and gives it a number. */
static uint32_t intern_scratch(struct sets *x)
{
    if (x->weak)
        lts_graph_close_silently(x->g, &x->visited, &x->scratch);
    sort_scratch(x);
    enum { BESIDE_MEMBERS = 32 };
    uint32_t known = words_sets_count(x);
    size_t bytes = x->scratch.count * sizeof *x->scratch.items;
    uint32_t id = base_intern_add(x->sets, (const char *)x->scratch.items, bytes);
    if (id == known)
        x->bytes += bytes + BESIDE_MEMBERS;
    return id;
}

uint32_t words_sets_empty(struct sets *x)
{
    x->scratch.count = 0;
    return intern_scratch(x);
}

uint32_t words_sets_single(struct sets *x, uint32_t state)
{
    visited_clear(&x->visited);
    x->scratch.count = 0;
    visited_add(&x->visited, &x->scratch, state);
    return intern_scratch(x);
}

bool words_sets_contain(const struct sets *x, uint32_t set, uint32_t state)
{
    size_t n;
    const uint32_t *member = words_sets_members(x, set, &n);
    return sorted_has_u32(member, n, state);
}

void words_sets_expand(struct sets *x, uint32_t set, struct set_steps *out)
{
    const struct graph *g = x->g;
    size_t n;
    const uint32_t *member = words_sets_members(x, set, &n);
    out->count = x->moves.count = 0;
    for (size_t i = 0; i < n; i++)
        for (uint64_t t = g->first[member[i]]; t < g->first[member[i] + 1]; t++)
            if (!x->weak || g->label[t] != GRAPH_SILENT)
                vec_push(&x->moves, (uint64_t)g->label[t] << 32 | g->target[t]);
    x->moves.count = base_sort_unique_u64(x->moves.items, x->moves.count);
    for (size_t i = 0, j; i < x->moves.count; i = j) {
        for (j = i; j < x->moves.count && x->moves.items[j] >> 32 == x->moves.items[i] >> 32; j++)
            ;
        uint32_t label = (uint32_t)(x->moves.items[i] >> 32), next = 0;
        for (bool more = true; more;) { /* one step for each colour, ascending */
            uint32_t colour = UINT32_MAX;
            for (size_t k = i; g->colour && k < j; k++) {
                uint32_t here = g->colour[(uint32_t)x->moves.items[k]];
                if (here >= next && here < colour)
                    colour = here;
            }
            if (g->colour && colour == UINT32_MAX)
                break;
            visited_clear(&x->visited);
            x->scratch.count = 0;
            for (size_t k = i; k < j; k++)
                if (!g->colour || g->colour[(uint32_t)x->moves.items[k]] == colour)
                    visited_add(&x->visited, &x->scratch, (uint32_t)x->moves.items[k]);
            struct set_step step = {{label, g->colour ? colour : 0}, intern_scratch(x)};
            vec_push(out, step);
            next = colour + 1;
            more = g->colour;
        }
    }
}
