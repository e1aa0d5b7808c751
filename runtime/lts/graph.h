/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The form in which relations see systems: the reachable part of one or two systems in one set of rows, with labels
 * numbered by name and states coloured by their propositions.
 *
 * A tau that changes a proposition can be observed, so it is not silent: it has a label of its own (GRAPH_SHOWN), which
 * is tau again in results. All relations that abstract from tau abstract from GRAPH_SILENT only.
 */
#ifndef CWOLF_LTS_GRAPH_H
#define CWOLF_LTS_GRAPH_H

#include "runtime/base/bits.h"
#include "runtime/lts/control.h"
#include "runtime/lts/visited.h"

enum { GRAPH_SILENT = 0, GRAPH_SHOWN = 1 };

struct u64s VEC(uint64_t);

struct graph {
    uint32_t states, labels;
    uint32_t root[2],
        split;       /* states below `split` belong to the first system; root[1] is the second's initial state */
    uint64_t *first; /* states + 1; rows sorted by (label, target), without duplicates */
    uint32_t *label, *target;
    uint64_t *must;          /* one bit a transition, or NULL: all must */
    uint64_t *via;           /* the transition in its own system, or NULL */
    uint32_t *colour;        /* number of the state's valuation, or NULL: all the same */
    uint32_t colours, props; /* props: how many propositions make a valuation */
    uint8_t *valuation;      /* [colour * props + p] */
    const char **prop_name;  /* of each; owned by the systems */
    uint32_t *old;           /* the state in its own system */
    const char **name;       /* of each label; owned by the systems */
};

enum { GRAPH_VIA = 1, GRAPH_MUST = 2, GRAPH_MUST_ONLY_A = 4, GRAPH_PLAIN = 8 };
/* `b` may be NULL. GRAPH_PLAIN: tau is tau, for relations that count every step. GRAPH_MUST keeps the must bits;
 * GRAPH_MUST_ONLY_A leaves the first system's may transitions out. With two systems, only the propositions that both
 * have (by name) count. */
enum status lts_graph_make(struct graph *g, const struct lts *a, const struct lts *b, unsigned flags, struct diag *d);
void lts_graph_free(struct graph *g);
/* The same for one system that is not needed any more: its rows become the graph's, in their places, and it is left
 * without rows; `old` is made only where states have names. Not for every system: */
bool lts_graph_can_take(const struct lts *l);
void lts_graph_take(struct graph *g, struct lts *l);
/* Puts a silent loop on each state where loops[] says so; none has one. Without must bits and via. */
void lts_graph_add_loops(struct graph *g, const bool *loops);

static inline uint64_t graph_transitions(const struct graph *g)
{
    return g->first[g->states];
}
static inline bool graph_must(const struct graph *g, uint64_t t)
{
    return !g->must || bit_get(g->must, t);
}
bool lts_graph_has_may(const struct graph *g);
/* A quotient `q` of g none of whose steps can be called certain: it has no must bits set, unless g has no may steps. */
void lts_graph_all_may(struct graph *q, const struct graph *g);

/* Adds to a list, all of which is visited, what silent steps lead to from there. */
void lts_graph_close_silently(const struct graph *g, struct visited *v, struct u32s *list);

/* The transitions by target. */
struct reverse {
    uint64_t *first;
    uint32_t *source, *label;
    uint64_t *index; /* the forward transition, or NULL */
};
void lts_reverse_make(struct reverse *r, const struct graph *g, bool with_index);
void lts_reverse_free(struct reverse *r);

/* Strongly connected components of the silent transitions. Numbers are such that a silent transition between different
 * components goes to the smaller one. `cyclic[c]` (when asked for) tells whether a silent cycle runs inside c. With
 * `within` not NULL, only silent transitions between states of equal within[] count; with `must_only`, only must ones.
 */
uint32_t lts_graph_components(const struct graph *g, const uint32_t *within, bool must_only, uint32_t *component,
                              bool **cyclic);

/* The graph whose states are classes: transitions between classes without duplicates and without silent loops; where
 * loops[c] (may be NULL) a silent loop is put. The result has no must bits, no via, old[c] = a member of c (lowest). */
void lts_graph_collapse(struct graph *out, const struct graph *g, const uint32_t *class_of, uint32_t classes,
                        const bool *loops);

/* The graph of the states that stand for others, as far as its first root reaches: each step leads to stands[target];
 * those that `drops` (NULL: none) wants are left out. number[s] is the new number of stands[s], or LTS_NONE; old[]
 * counts as in g. The result has no must bits and no via. */
void lts_graph_represent(struct graph *out, const struct graph *g, const uint32_t *stands,
                         bool (*drops)(const void *context, uint32_t s, uint64_t t), const void *context,
                         uint32_t *number);

/* Gives `out`, one system whose old[] counts as in g, what its states and labels are called: the names of labels and
 * propositions, the valuations and, unless it has colours of its own, those of old[]. */
void lts_graph_dress(struct graph *out, const struct graph *g);

/* Sorts the rows of a graph being built by (label, target) and takes duplicates out. `must` and `via` must be NULL. */
void lts_graph_sort_rows(struct graph *g);

#endif
