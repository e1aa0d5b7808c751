/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Partitions of states that are refined by marking.
 */
#ifndef CWOLF_LTS_REFINE_PARTITION_H
#define CWOLF_LTS_REFINE_PARTITION_H

#include "runtime/lts/permutation.h"
#include "runtime/lts/graph.h"

/* The members of block b are item[start[b] .. end[b]-1], the marked ones first. place[] is the inverse of item[]. */
struct blocks {
    uint32_t states, count;
    uint32_t *item, *place, *block; /* by position, by state, by state */
    uint32_t *start, *end, *marked; /* by block; room for `states` of them is grown as needed */
    size_t capacity;
    struct u32s touched; /* blocks with a mark */
};

/* One block for each colour (NULL: one in all). */
void refine_blocks_init(struct blocks *p, uint32_t states, const uint32_t *colour, uint32_t colours);
void refine_blocks_free(struct blocks *p);
/* Takes the marks of block b away; when marked and unmarked members both exist, the smaller part becomes a new block,
 * whose number is returned, else LTS_NONE. */
uint32_t refine_blocks_split(struct blocks *p, uint32_t b);

static inline uint32_t blocks_size(const struct blocks *p, uint32_t b)
{
    return p->end[b] - p->start[b];
}

static inline void blocks_mark(struct blocks *p, uint32_t s)
{
    uint32_t b = p->block[s], i = p->place[s], m = p->start[b] + p->marked[b];
    if (i < m)
        return;
    if (!p->marked[b]++)
        vec_push(&p->touched, b);
    permutation_put(p->item, p->place, s, m);
}

#endif
