/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Weak bisimulation (observational equivalence) as a partition, and the fewest transitions that keep it.
 */
#ifndef CWOLF_LTS_WEAK_WEAK_H
#define CWOLF_LTS_WEAK_WEAK_H

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
/* Takes out of a graph of weak classes (silent steps without cycles, no silent loops) each transition that others
 * imply. */
enum status weak_minimise(struct graph *q, const struct lts_control *c, struct diag *d);

/* ---- within the room --------------------------------------------------------------------------------------------- */

/* Whether t, a transition of s or the one behind them, is a silent transition of s: these come first. */
static inline bool weak_silent(const struct graph *h, uint32_t s, uint64_t t)
{
    return t < h->first[s + 1] && h->label[t] == GRAPH_SILENT;
}
bool weak_any_silent(const struct graph *h);
/* Numbers for the states of a graph without silent cycles, such that silent transitions lead to smaller ones and what
 * is silently reached is near; malloc'd. */
uint32_t *weak_numbers(const struct graph *h);
/* The rows and colours of a graph with other numbers, all different; lts_graph_free releases them. */
void weak_renumber(struct graph *out, const struct graph *h, const uint32_t *number);

enum { WEAK_WORDS = 4, WEAK_QUESTIONS = 64 * WEAK_WORDS };
struct weak_words {
    uint64_t word[WEAK_WORDS];
};

/* A state that silently reaches much, and what it means to reach it. */
struct weak_hub {
    bool known;          /* else there is none of use, and nothing below */
    bool *below, *above; /* by state: the hub silently reaches it; it silently reaches the hub; the hub is both */
    bool *again;         /* by label: the hub weakly does it to a state above */
    uint32_t *kind;      /* by state: equal where the hub means the same */
    uint64_t *first;     /* by state: its part of ... */
    struct u32s labels;  /* ... those by which it weakly reaches states above, without those that `above` implies */
};
/* The label behind the last one is divergence: loop[] (or NULL) tells which states have it, to themselves. */
void weak_hub_make(struct weak_hub *hub, const struct graph *h, const bool *loop);
void weak_hub_free(struct weak_hub *hub);

/* Up to WEAK_QUESTIONS questions at a time: which states weakly do label a into a set of states? The silent label:
 * which silently reach the set; the label behind the last one: which silently reach a divergent state from where they
 * silently reach the set. */
struct weak_questions {
    const struct graph *h; /* silent transitions lead to smaller numbers */
    const bool *loop;      /* divergent states, or NULL */
    struct reverse in;     /* with index */
    uint32_t count;
    struct weak_words *reach, *can; /* by state: the sets that it silently reaches; the questions that hold; in both,
                                       what holds because of the hub may be left out */
    struct u32s reached, able;      /* the states where these are not 0 */
    struct weak_hub hub;
    struct weak_words hub_reaches, hub_can;
    struct weak_words *mask; /* by label: its questions */
    struct u32s labels;      /* those with questions */
    uint64_t *pending;       /* states to visit, one bit each */
};
void weak_questions_init(struct weak_questions *x, const struct graph *h, const bool *loop);
void weak_questions_free(struct weak_questions *x);
void weak_questions_clear(struct weak_questions *x);
/* The question gets the next bit. */
void weak_question_add(struct weak_questions *x, uint32_t label, const uint32_t *states, size_t n);
/* Computes reach and can. The time is linear in the transitions of the states where these are not 0. */
void weak_questions_answer(struct weak_questions *x);
/* The questions that hold for state s, and the sets that it silently reaches, the hub considered. */
struct weak_words weak_can(const struct weak_questions *x, uint32_t s);
struct weak_words weak_reach(const struct weak_questions *x, uint32_t s);
static inline bool weak_holds(struct weak_words w, uint32_t bit)
{
    return w.word[bit / 64] >> bit % 64 & 1;
}

#endif
