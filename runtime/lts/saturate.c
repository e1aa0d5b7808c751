/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Saturation: weak bisimulation is strong bisimulation of the weak moves. It is made of quotients only, for explanations,
 * and within a limit.
 */
#include "runtime/lts/saturate.h"
#include "runtime/lts/moves.h"

bool saturate(struct graph *out, const struct graph *q, const bool *loops, uint64_t limit)
{
    struct mover m;
    struct moves row = {0};
    struct u32s label = {0}, target = {0};
    bool fits = true;
    *out = *q;
    out->must = out->via = NULL;
    out->labels = q->labels + 1;
    out->first = mem_zalloc((q->states + (size_t)1) * sizeof *out->first);
    mover_init(&m, q, loops);
    for (uint32_t s = 0; s < q->states && fits; s++) {
        moves_weak(&m, s, &row);
        for (size_t i = 0; i < row.count; i++) {
            vec_push(&label, row.items[i].label);
            vec_push(&target, row.items[i].to);
        }
        out->first[s + 1] = label.count;
        fits = label.count <= limit;
    }
    out->label = label.items;
    out->target = target.items;
    if (!fits)
        saturate_free(out);
    mover_free(&m);
    vec_free(&row);
    return fits;
}

void saturate_free(struct graph *g)
{
    free(g->first);
    free(g->label);
    free(g->target);
    *g = (struct graph){0};
}
