/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sets of states by words: determinisation.
 */
#ifndef CWOLF_LTS_WORDS_WORDS_H
#define CWOLF_LTS_WORDS_WORDS_H

#include "runtime/lts/graph.h"

/* A letter of a word: a label, and the propositions of the state that it leads to. */
struct letter {
    uint32_t label, colour;
};

/* A set of states, interned: sets with equal members have equal ids. */
struct sets {
    const struct graph *g;
    bool weak;           /* sets are closed under silent steps, and those are no letters */
    struct intern *sets; /* their members, ascending */
    uint64_t bytes;      /* that they take */
    struct visited visited;
    struct u32s scratch;
    struct u64s moves; /* (letter, target) of the set last expanded: see words_sets_expand */
};
void words_sets_init(struct sets *x, const struct graph *g, bool weak);
void words_sets_free(struct sets *x);
uint32_t words_sets_single(struct sets *x, uint32_t state); /* the (closed) set of one state */
uint32_t words_sets_empty(struct sets *x);
uint32_t words_sets_count(const struct sets *x);

const uint32_t *words_sets_members(const struct sets *x, uint32_t set, size_t *n);
bool words_sets_contain(const struct sets *x, uint32_t set, uint32_t state);

/* A step from a set by one letter. */
struct set_step {
    struct letter letter;
    uint32_t set;
};
struct set_steps VEC(struct set_step);
/* All steps of a set, by letters in ascending order. */
void words_sets_expand(struct sets *x, uint32_t set, struct set_steps *out);

#endif
