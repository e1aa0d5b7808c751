/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The weak steps of a graph as a graph.
 */
#ifndef CWOLF_LTS_SATURATE_H
#define CWOLF_LTS_SATURATE_H

#include "runtime/lts/reduce_graph.h"

/* Silent transitions to everything that silent steps lead to, the state itself included; a-transitions to what a leads
 * to with silent steps before and after it; transitions with the label q->labels to the divergent states (`loops`, may
 * be NULL) that silent steps lead to. False, and an empty graph, when they are more than `limit`. The names and colours
 * are those of q. Rows are not sorted. */
bool saturate(struct graph *out, const struct graph *q, const bool *loops, uint64_t limit);
void saturate_free(struct graph *g);

#endif
