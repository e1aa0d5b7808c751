/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Partitions of states that are refined by marking: what a split costs is linear in the states marked and in the
 * smaller part.
 */
#include "runtime/lts/refine/partition.h"
#include "runtime/base/sorted.h"

#include <stdlib.h>

void refine_blocks_init(struct blocks *p, uint32_t states, const uint32_t *colour, uint32_t colours)
{
    *p = (struct blocks){.states = states};
    p->item = base_mem_alloc(states * sizeof *p->item);
    p->place = base_mem_alloc(states * sizeof *p->place);
    p->block = base_mem_alloc(states * sizeof *p->block);
    p->capacity = colours > 64 ? colours : 64;
    p->start = base_mem_zalloc(p->capacity * sizeof *p->start);
    p->end = base_mem_zalloc(p->capacity * sizeof *p->end);
    p->marked = base_mem_zalloc(p->capacity * sizeof *p->marked);
    uint32_t *first = base_list_by_key(colour, states, colours, p->item);
    for (uint32_t c = 0; c < colours; c++) {
        for (uint32_t i = first[c]; i < first[c + 1]; i++) {
            p->block[p->item[i]] = p->count;
            p->place[p->item[i]] = i;
        }
        p->start[p->count] = first[c];
        p->end[p->count] = first[c + 1];
        p->count += first[c] < first[c + 1]; /* blocks are never empty */
    }
    free(first);
}

void refine_blocks_free(struct blocks *p)
{
    free(p->item);
    free(p->place);
    free(p->block);
    free(p->start);
    free(p->end);
    free(p->marked);
    vec_free(&p->touched);
    *p = (struct blocks){0};
}

static void blocks_room(struct blocks *p)
{
    if (p->count < p->capacity)
        return;
    size_t capacity = p->capacity * 2;
    p->start = base_mem_resize(p->start, capacity * sizeof *p->start);
    p->end = base_mem_resize(p->end, capacity * sizeof *p->end);
    p->marked = base_mem_resize(p->marked, capacity * sizeof *p->marked);
    p->capacity = capacity;
}

uint32_t refine_blocks_split(struct blocks *p, uint32_t b)
{
    uint32_t marked = p->marked[b], rest = blocks_size(p, b) - marked;
    p->marked[b] = 0;
    if (!rest || !marked)
        return LTS_NONE;
    blocks_room(p);
    uint32_t fresh = p->count++, middle = p->start[b] + marked;
    p->marked[fresh] = 0;
    if (marked <= rest) {
        p->start[fresh] = p->start[b];
        p->end[fresh] = p->start[b] = middle;
    } else {
        p->end[fresh] = p->end[b];
        p->start[fresh] = p->end[b] = middle;
    }
    for (uint32_t i = p->start[fresh]; i < p->end[fresh]; i++)
        p->block[p->item[i]] = fresh;
    return fresh;
}
