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
    *x = (struct sets){.g = g, .weak = weak, .mask = 1023};
    x->table = base_mem_zalloc((x->mask + 1) * sizeof *x->table);
    x->visited = visited_new(g->states);
    vec_push(&x->start, 0);
}

void words_sets_free(struct sets *x)
{
    vec_free(&x->member);
    vec_free(&x->start);
    vec_free(&x->scratch);
    vec_free(&x->moves);
    free(x->table);
    visited_free(&x->visited);
}

uint32_t words_sets_count(const struct sets *x)
{
    return (uint32_t)x->start.count - 1;
}

static size_t set_place(const struct sets *x, const uint32_t *members, size_t n)
{
    size_t i = base_hash_bytes(members, n * sizeof *members, 0) & x->mask;
    for (; x->table[i]; i = (i + 1) & x->mask) {
        uint32_t id = x->table[i] - 1;
        if (x->start.items[id + 1] - x->start.items[id] == n &&
            !memcmp(x->member.items + x->start.items[id], members, n * sizeof *members))
            break;
    }
    return i;
}

static void grow_table(struct sets *x)
{
    free(x->table);
    x->mask = x->mask * 2 + 1;
    x->table = base_mem_zalloc((x->mask + 1) * sizeof *x->table);
    for (uint32_t id = 0; id < words_sets_count(x); id++) {
        uint64_t from = x->start.items[id];
        x->table[set_place(x, x->member.items + from, (size_t)(x->start.items[id + 1] - from))] = id + 1;
    }
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
    size_t i = set_place(x, x->scratch.items, x->scratch.count);
    if (x->table[i])
        return x->table[i] - 1;
    uint32_t id = words_sets_count(x);
    vec_reserve(&x->member, x->member.count + x->scratch.count + 1);
    if (x->scratch.count)
        memcpy(x->member.items + x->member.count, x->scratch.items, x->scratch.count * sizeof *x->scratch.items);
    x->member.count += x->scratch.count;
    vec_push(&x->start, x->member.count);
    x->table[i] = id + 1;
    if (x->start.count * 4 > x->mask * 3)
        grow_table(x);
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
    uint64_t at = x->start.items[set];
    return sorted_has_u32(x->member.items + at, (size_t)(x->start.items[set + 1] - at), state);
}

void words_sets_expand(struct sets *x, uint32_t set, struct set_steps *out)
{
    const struct graph *g = x->g;
    out->count = x->moves.count = 0;
    for (uint64_t i = x->start.items[set]; i < x->start.items[set + 1]; i++) {
        uint32_t s = x->member.items[i];
        for (uint64_t t = g->first[s]; t < g->first[s + 1]; t++)
            if (!x->weak || g->label[t] != GRAPH_SILENT)
                vec_push(&x->moves, (uint64_t)g->label[t] << 32 | g->target[t]);
    }
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
