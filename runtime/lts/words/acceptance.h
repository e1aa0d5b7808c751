/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a set of states accepts: the smallest sets of labels of which one must be offered to it, lest all be refused.
 *
 * What can be refused after a word is told by the minimal acceptances, the smallest sets of labels that a (weakly:
 * stable) state there offers: two sets of states refuse the same exactly when these are equal (A. W. Roscoe,
 * "Model-checking CSP", 1994). Where only completed traces count, there is one acceptance: nothing where a trace can
 * end, else all labels.
 */
#ifndef CWOLF_LTS_WORDS_ACCEPTANCE_H
#define CWOLF_LTS_WORDS_ACCEPTANCE_H

#include "runtime/lts/words/inclusion.h"

/* A kind of set is a colour and its minimal acceptances. Both are interned: equal ones have equal ids. */
struct acceptances {
    const struct graph *g;
    bool weak;
    enum observation what;
    struct intern *offers; /* sets of labels, ascending */
    struct intern *kinds;  /* the colour, then the offers, by size and id */
    uint32_t *offer;       /* by state: what it offers; LTS_NONE: it is not stable, so it refuses nothing */
    struct u64s filter;    /* by offer: its labels' bits, folded */
    uint64_t bytes;        /* of memory */
    struct u32s labels;
    struct u64s found;
};
void words_acceptances_init(struct acceptances *x, const struct graph *g, bool weak, enum observation what);
void words_acceptances_free(struct acceptances *x);

/* The kind of a set of states (not empty, of one colour, weakly: closed under silent steps), whose steps are given. */
uint32_t words_acceptances_kind(struct acceptances *x, const uint32_t *member, size_t n, const struct set_steps *steps);
/* What a kind is: a copy of (colour, offers). */
void words_acceptances_of_kind(const struct acceptances *x, uint32_t kind, struct u32s *out);
/* The labels of an offer, copied. */
void words_acceptances_labels(const struct acceptances *x, uint32_t offer, struct u32s *out);

#endif
