/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The part of a graph around its roots.
 */
#ifndef CWOLF_LTS_COMPARE_BALL_H
#define CWOLF_LTS_COMPARE_BALL_H

#include "runtime/lts/graph.h"

/* What steps up to the radius lead to from the roots. Where silent steps are free they do not count as steps. States on
 * the surface have no transitions but the free ones. A formula or game of that depth sees nothing beyond. */
struct ball {
    struct graph h;  /* numbered by level; old[] is the state of the graph; names and valuations are the graph's */
    uint32_t *level; /* by state: steps from the roots, ascending */
    bool *loops;     /* by state, or NULL */
};
void compare_ball_make(struct ball *b, const struct graph *g, const bool *loops, uint32_t radius, bool free_silent);
void compare_ball_free(struct ball *b);

#endif
