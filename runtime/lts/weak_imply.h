/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether other transitions of a graph of weak classes imply one. Private to the room.
 */
#ifndef CWOLF_LTS_WEAK_IMPLY_H
#define CWOLF_LTS_WEAK_IMPLY_H

#include "runtime/lts/weak.h"

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

/* A state's number in each of two depth-first orders of silent steps, and the least number below it. */
struct imply_place {
    uint32_t number[2], least[2];
};

struct imply {
    const struct graph *q;
    struct weak_hub hub;      /* nothing is below it when it does not know */
    bool *above;              /* by state: it is the hub, or silently reaches it */
    struct imply_place *place; /* by state */
    uint64_t *first_of_label; /* labels + 1: parts of source_of_label, the states with such a transition, in order */
    uint32_t *source_of_label;
    uint64_t *in_first;       /* the transitions by target, each target's by label */
    uint32_t *in_label, *in_source;
    uint32_t label;           /* the one in hand */
    struct imply_phase leads; /* states that weakly do it to where the hub is silently reached */
    struct imply_search forth, back;
};

void imply_init(struct imply *x, const struct graph *q);
void imply_free(struct imply *x);
/* Takes a label in hand. */
void imply_begin(struct imply *x, uint32_t label);
/* Whether others imply transition from -label-> to. */
bool imply_ask(struct imply *x, uint32_t from, uint32_t to);
/* The transitions of state s with the label, or with a greater one when there is none: the first. */
uint64_t imply_find(const struct imply *x, uint32_t s, uint32_t label);

#endif
