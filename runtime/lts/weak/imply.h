/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether other transitions of a graph of weak classes imply one. Private to the room.
 */
#ifndef CWOLF_LTS_WEAK_IMPLY_H
#define CWOLF_LTS_WEAK_IMPLY_H

#include "runtime/lts/weak/weak.h"
#include "runtime/lts/weak/label_rows.h"

/* States that a search has found in one of its phases, and how many of them it has looked at. */
struct imply_phase {
    struct visited seen;
    struct u32s list;
    size_t done;
};
/* A search from one end of a transition: in states before the label, and behind it. */
struct imply_search {
    struct imply_phase before, behind;
    uint64_t work;
};
static inline void imply_clear(struct imply_phase *p)
{
    visited_clear(&p->seen);
    p->list.count = p->done = 0;
}
static inline void imply_add(struct imply_phase *p, uint32_t s)
{
    visited_add(&p->seen, &p->list, s);
}

/* What depth-first orders of silent steps tell of a state: its number in a second one, and the least numbers of what
 * it silently reaches, in the first, which is that of the states themselves, and in the second. */
struct imply_place {
    uint32_t other, least, other_least;
};

/* What all searches share: it changes with the label in hand only. */
struct imply {
    const struct graph *q;     /* numbered so that silent transitions lead to smaller numbers */
    struct weak_hub hub;       /* nothing is below it when it does not know */
    bool *above;               /* by state: it is the hub, or silently reaches it */
    struct imply_place *place; /* by state */
    uint64_t *first_of_label;  /* labels + 1: parts of source_of_label, the states with such a transition, in order */
    uint32_t *source_of_label;
    struct weak_rows silent, visible; /* of the label in hand, when that is not silent */
    uint32_t label;           /* the one in hand */
    struct imply_phase leads; /* states that weakly do it to where the hub is silently reached */
};
/* A search from both ends of a transition. */
struct imply_ends {
    const struct imply *x;
    struct imply_search forth, back;
};

void imply_init(struct imply *x, const struct graph *q);
void imply_free(struct imply *x);
void imply_ends_init(struct imply_ends *e, const struct imply *x);
void imply_ends_free(struct imply_ends *e);
/* Takes a label in hand. */
void imply_begin(struct imply *x, uint32_t label);
/* Whether others imply transition from -label-> to. */
bool imply_ask(struct imply_ends *e, uint32_t from, uint32_t to);

static inline const struct weak_rows *imply_rows(const struct imply *x)
{
    return x->label == GRAPH_SILENT ? &x->silent : &x->visible;
}

#endif
