/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Strong and branching bisimulation, with and without divergence, of compact rows.
 */
#ifndef CWOLF_LTS_REFINE_REFINE_H
#define CWOLF_LTS_REFINE_REFINE_H

#include "compact_rows.h"

enum refine_kind {
    REFINE_STRONG,    /* every step counts, silent ones too */
    REFINE_BRANCHING, /* silent steps inside a class do not */
    REFINE_DIVERGENT, /* the same, but a silent endless path inside the class does */
};

struct refined {
    uint32_t *class_of, classes; /* by state of what was given */
    bool *divergent;             /* by class: a silent endless path runs inside; NULL for REFINE_STRONG */
};

/* Finds the coarsest such bisimulation inside the colours (NULL: one in all) and leaves the rows of its quotient in
 * `c`, without silent loops (but for REFINE_STRONG). On failure nothing is left in `c`. */
enum status refine_partition(struct compact *c, enum refine_kind kind, const uint32_t *colour, uint32_t colours,
                             struct refined *out, const struct lts_control *control, struct diag *d);
/* The same of a graph that stays. `quotient` may be NULL. */
enum status refine_graph(const struct graph *g, enum refine_kind kind, struct refined *out, struct graph *quotient,
                         const struct lts_control *control, struct diag *d);
/* Gives a quotient the names and colours of the graph that it comes from, and its representatives: the lowest
 * members. */
void refine_dress(struct graph *quotient, const struct graph *g, const uint32_t *class_of);

#endif
