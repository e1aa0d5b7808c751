/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whether a state weakly does a label into a block. Private to the room.
 */
#ifndef CWOLF_LTS_WEAK_SEARCH_H
#define CWOLF_LTS_WEAK_SEARCH_H

#include "runtime/lts/weak/weak.h"

/* What all searches share: none changes it. */
struct weak_ground {
    const struct graph *h;        /* numbered so that silent transitions lead to smaller numbers */
    const bool *loop;             /* divergent states, or NULL */
    const struct blocks *p;
    const struct weak_hub *hub;   /* they know */
    uint32_t hubs;
    uint8_t *above;               /* by state: the hubs that it is or silently reaches, one bit each */
    uint32_t *below[WEAK_HUBS];   /* by block: how many members are below the hub */
    uint64_t *in_first;           /* the transitions by target, silent ones first */
    uint32_t *in_label, *in_source;
};
void weak_ground_make(struct weak_ground *g, const struct graph *h, const bool *loop, const struct weak_hub *hub,
                      uint32_t hubs, const struct blocks *p);
void weak_ground_free(struct weak_ground *g);
/* To be told of each block that was split, and of the new one. */
void weak_ground_split(struct weak_ground *g, uint32_t b, uint32_t fresh);

/* States that a search has found, and how many of them it has looked at. */
struct weak_found {
    struct visited seen;
    struct u32s list;
    size_t done;
};

/* Looks from a state and back from a block, in turns. */
struct weak_search {
    const struct weak_ground *ground;
    uint32_t from, label, block;
    struct weak_found front, behind;           /* what `from` silently reaches; what it then does the label to */
    struct weak_found back_behind, back_front; /* what silently reaches the block; what does the label to that */
    uint32_t *behind_root, *front_root;        /* by state: the member of the block that the search came from */
    size_t expanded;                           /* so many of front had their silent steps looked at */
    uint32_t member;                           /* the next member of the block to look back from */
    bool open;                                 /* looking back does not find all: some states are above a hub */
    uint64_t work[2], total;                   /* forwards and back, for the question in hand; for all */
    uint64_t told;                             /* so much of the total is known to the one who asks */
};
void weak_search_init(struct weak_search *x, const struct weak_ground *ground);
void weak_search_free(struct weak_search *x);
/* The questions that follow are about state s. */
void weak_search_from(struct weak_search *x, uint32_t s);
/* A member of block b to which the state weakly does the label, or LTS_NONE; WEAK_UNKNOWN when telling is more work
 * than the limit. The label behind the last one is divergence. */
#define WEAK_UNKNOWN (LTS_NONE - 1)
uint32_t weak_search_ask(struct weak_search *x, uint32_t label, uint32_t b, uint64_t limit);
/* All states that weakly do the label into block b, whatever the state in hand: NULL when finding them is more work
 * than the limit. */
const struct u32s *weak_search_all(struct weak_search *x, uint32_t label, uint32_t b, uint64_t limit);

#endif
