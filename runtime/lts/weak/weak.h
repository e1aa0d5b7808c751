/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Weak bisimulation (observational equivalence) as a partition, and the fewest transitions that keep it.
 */
#ifndef CWOLF_LTS_WEAK_WEAK_H
#define CWOLF_LTS_WEAK_WEAK_H

#include "runtime/base/workers.h"
#include "runtime/lts/refine/partition.h"

/* Writes the class of each state. With `divergent` not NULL, divergence is preserved, and *divergent becomes a
 * malloc'd array that tells it for each class. Explicit divergence: an infinite silent path inside the class
 * counts. */
enum status weak_partition(const struct graph *g, uint32_t *class_of, uint32_t *classes, bool **divergent,
                           const struct lts_control *c, struct diag *d);
/* The same of a branching quotient `h` without silent loops; loop[] tells which states are divergent, where that
 * counts, else it is NULL. */
enum status weak_classes(const struct graph *h, const bool *loop, uint32_t *class_of, uint32_t *classes,
                         const struct lts_control *c, struct diag *d);

/* Whether t, a transition of s or the one behind them, is a silent transition of s: these come first. */
static inline bool weak_silent(const struct graph *h, uint32_t s, uint64_t t)
{
    return t < h->first[s + 1] && h->label[t] == GRAPH_SILENT;
}
bool weak_any_silent(const struct graph *h);
/* To be freed with workers_free; NULL for a small graph. */
struct workers *weak_workers(const struct graph *h, const struct lts_control *c);
/* The states of a graph without silent cycles in an order in which silent successors come first; malloc'd. */
uint32_t *weak_order(const struct graph *h);
/* The place of each in that order; malloc'd. */
uint32_t *weak_numbers(const struct graph *h);
/* The rows and colours of a graph with other numbers, all different; graph_free releases them. */
void weak_renumber(struct graph *out, const struct graph *h, const uint32_t *number);

/* A state that much else silently reaches or is reached by, and what it can do. */
struct weak_hub {
    uint32_t state;
    bool *below;     /* by state: it is the hub, or the hub silently reaches it */
    bool knows;      /* the rest is known; else it is too little to be of use, or takes too much room */
    bool *again;     /* by label: the hub weakly does it to itself, hence to all below it */
    uint64_t *first; /* by label: the part of the list with what else it weakly does it to, in order */
    struct u32s list;
};
/* The label behind the last one is divergence, as in a loop of each state with loop[s] (loop may be NULL). */
void weak_hub_make(struct weak_hub *hub, const struct graph *h, const bool *loop);
/* The same, and another one that neither reaches the first silently nor is below it, when there is one that knows;
 * returns how many. */
enum { WEAK_HUBS = 2 };
uint32_t weak_hubs_make(struct weak_hub *hubs, const struct graph *h, const bool *loop);
void weak_hub_free(struct weak_hub *hub);
/* Whether a hub that knows can weakly do a visible label to state s. */
bool weak_hub_can(const struct weak_hub *hub, uint32_t label, uint32_t s);

/* Splits all blocks by the upper halves of the members' words: true when any was split. */
bool weak_split_by_words(struct blocks *p, const uint64_t *word, struct u64s *keys);
/* Splits blocks, never wrongly, by much of what weak bisimulation tells apart. */
enum status weak_sketch(const struct graph *h, const bool *loop, struct blocks *p, const struct lts_control *c,
                        struct diag *d);

/* The same by what the large sets of states above a hub hide. */
enum status weak_by_label(const struct graph *h, const bool *loop, const struct weak_hub *hub, struct blocks *p,
                          const struct lts_control *c, struct diag *d);

/* Refines blocks to the coarsest weak bisimulation inside them, unless that takes more than `budget` (0: none) steps of
 * work: then *done is false, and the blocks are too coarse still. */
enum status weak_local(const struct graph *h, const bool *loop, const struct weak_hub *hubs, uint32_t hub_count,
                       struct blocks *p, uint64_t budget, bool *done, const struct lts_control *c, struct diag *d);

/* Takes out of a graph of weak classes (silent steps without cycles, no silent loops) each transition that others
 * imply. */
enum status weak_minimise(struct graph *q, const struct lts_control *c, struct diag *d);

#endif
