/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows in as little room as they can have: the form in which reductions work. A move is a label and a target; where
 * both fit into one 32-bit word, rows take four bytes a transition.
 */
#ifndef CWOLF_LTS_REFINE_COMPACT_ROWS_H
#define CWOLF_LTS_REFINE_COMPACT_ROWS_H

#include "runtime/lts/graph.h"

struct compact {
    uint32_t states, labels;
    uint32_t shift;   /* of the label in a narrow move */
    uint32_t *first;  /* states + 1; rows are sorted by (label, target), without duplicates */
    uint32_t *narrow; /* label << shift | target, or NULL: then ... */
    uint64_t *wide;   /* ... label << 32 | target */
};

/* Copies the rows; with `take` they leave `g`, whose first, label and target become NULL. */
enum status refine_compact_make(struct compact *c, struct graph *g, bool take, struct diag *d);
/* Gives the rows to `out`, whose other members are left alone; nothing is left in `c`. */
void refine_compact_give(struct compact *c, struct graph *out);
void refine_compact_free(struct compact *c);

static inline uint32_t compact_label(const struct compact *c, uint32_t t)
{
    return c->narrow ? c->narrow[t] >> c->shift : (uint32_t)(c->wide[t] >> 32);
}
static inline uint32_t compact_target(const struct compact *c, uint32_t t)
{
    return c->narrow ? c->narrow[t] & (((uint32_t)1 << c->shift) - 1) : (uint32_t)c->wide[t];
}
static inline bool compact_silent(const struct compact *c, uint32_t t)
{
    return compact_label(c, t) == GRAPH_SILENT;
}

/* Writes a set of moves (label << 32 | target) at `at` and behind. */
void refine_compact_put(struct compact *c, uint32_t at, const uint64_t *moves, size_t n);
/* Gives room back that rows do not fill. */
void refine_compact_trim(struct compact *c);

/* The transitions by target: sources only, with the highest bit set where the transition is silent. */
#define COMPACT_SILENT ((uint32_t)1 << 31)
struct compact_reverse {
    uint32_t *first, *source;
};
void refine_compact_reverse_make(struct compact_reverse *r, const struct compact *c);
void refine_compact_reverse_free(struct compact_reverse *r);

/* What becomes of states when each component of silent transitions becomes one node. */
struct compact_nodes {
    uint32_t states;   /* how many there were */
    uint32_t *node_of; /* by state; NULL: each state is its own node */
    bool *loop;        /* by node: a silent cycle ran inside it */
};
/* Collapses the rows in place. No silent cycles are left. */
void refine_compact_collapse(struct compact *c, struct compact_nodes *nodes);
void refine_compact_nodes_free(struct compact_nodes *nodes);

#endif
