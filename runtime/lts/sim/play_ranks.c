/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ranks that give shortest plays: the rounds of blocks.c, written down for the states that are near enough. A play
 * from a pair of rank r comes, after k turns, to pairs of ranks up to r - k, so what is r or more steps away does not
 * matter.
 */
#include "runtime/lts/sim/sim.h"

#include <stdlib.h>

/* Numbers the states that fewer than `radius` steps lead to from s; returns how many there are. */
static size_t number_near(const struct graph *g, uint32_t s, uint32_t radius, uint32_t *number)
{
    struct u32s list = {0};
    vec_push(&list, s);
    number[s] = 1;
    for (size_t i = 0, end = 1; i < list.count && radius > 1; end = list.count, radius--)
        for (; i < end; i++)
            for (uint64_t t = g->first[list.items[i]]; t < g->first[list.items[i] + 1]; t++)
                if (!number[g->target[t]]) {
                    vec_push(&list, g->target[t]);
                    number[g->target[t]] = (uint32_t)list.count;
                }
    size_t n = list.count;
    vec_free(&list);
    return n;
}

static void write_down(void *context, uint32_t p, uint32_t q, uint32_t round)
{
    struct sim_ranks *x = context;
    x->rank[(x->row[p] - 1) * x->columns + x->column[q] - 1] = (uint16_t)round;
}

enum status sim_ranks(const struct graph *g, bool ready, uint32_t p, uint32_t q, uint32_t first, struct sim_ranks *out,
                      const struct lts_control *c, struct diag *d)
{
    *out = (struct sim_ranks){0};
    out->row = base_mem_zalloc(g->states * sizeof *out->row);
    out->column = base_mem_zalloc(g->states * sizeof *out->column);
    out->rows = number_near(g, p, first, out->row);
    out->columns = number_near(g, q, first, out->column);
    struct sim_blocks blocks;
    struct sim_watch watch = {.root = {p, q}, .refuted = write_down, .context = out, .near = {out->row, out->column}};
    enum status st = sim_memory(c, (uint64_t)out->rows * out->columns * sizeof *out->rank, 0, d);
    if (st)
        return st;
    out->rank = base_mem_zalloc(out->rows * out->columns * sizeof *out->rank);
    st = sim_blocks(g, ready, &watch, &blocks, c, d);
    sim_blocks_free(&blocks);
    return st;
}

void sim_ranks_free(struct sim_ranks *x)
{
    free(x->row);
    free(x->column);
    free(x->rank);
}
