/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The moves of single states: plain and weak.
 */
#ifndef CWOLF_LTS_COMPARE_MOVES_H
#define CWOLF_LTS_COMPARE_MOVES_H

#include "runtime/lts/graph.h"

/* Label and the state reached. The label g->labels is divergence. */
struct move {
    uint32_t label, to;
};
struct moves VEC(struct move);

struct mover {
    const struct graph *q;
    const bool *loops; /* divergent states, or NULL */
    struct visited visited;
    struct u32s list;
};

void compare_mover_init(struct mover *r, const struct graph *q, const bool *loops);
void compare_mover_free(struct mover *r);

void compare_moves_strong(const struct graph *q, uint32_t s, struct moves *out);
/* The silent ones first, the one from s to itself included. */
void compare_moves_weak(struct mover *r, uint32_t s, struct moves *out);

#endif
