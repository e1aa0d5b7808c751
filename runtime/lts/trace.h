/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sets of states by words: determinisation, shortest differences between trace sets, and paths for words.
 */
#ifndef CWOLF_LTS_TRACE_H
#define CWOLF_LTS_TRACE_H

#include "runtime/lts/reduce_graph.h"

/* A letter of a word: a label, and the propositions of the state that it leads to. */
struct letter {
    uint32_t label, colour;
};
struct word {
    struct letter *letters;
    size_t count;
    int side; /* which of the two systems has it */
};

/* A set of states, interned: sets with equal members have equal ids. */
struct sets {
    const struct graph *g;
    bool weak;          /* sets are closed under silent steps, and those are no letters */
    struct u32s member; /* of all sets, one after the other, ascending */
    struct u64s start;  /* by set; one more at the end */
    uint32_t *table;    /* set + 1, by hash */
    size_t mask;
    uint32_t *seen, stamp;
    struct u32s scratch;
    struct u64s moves; /* (letter, target) of the set last expanded: see sets_expand */
};
void sets_init(struct sets *x, const struct graph *g, bool weak);
void sets_free(struct sets *x);
uint32_t sets_single(struct sets *x, uint32_t state); /* the (closed) set of one state */
uint32_t sets_count(const struct sets *x);

/* A step from a set by one letter. */
struct set_step {
    struct letter letter;
    uint32_t set;
};
struct set_steps VEC(struct set_step);
/* All steps of a set, by letters in ascending order. */
void sets_expand(struct sets *x, uint32_t set, struct set_steps *out);

/* The shortest word that one of the states has as a trace and the other not (`inclusion`: that `a` has and `b` not).
 * *differ tells whether there is one; the word is malloc'd. The initial states are taken to have equal colours.
 * ST_LIMIT when there are more sets than the control allows. */
enum status trace_difference(const struct graph *g, uint32_t a, uint32_t b, bool weak, bool inclusion,
                             const struct lts_control *c, struct word *word, bool *differ, struct diag *d);

#endif
