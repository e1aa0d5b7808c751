/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The approximations of a bisimulation, round by round, and what can be read off them: plays and formulas.
 */
#ifndef CWOLF_LTS_COMPARE_ROUNDS_H
#define CWOLF_LTS_COMPARE_ROUNDS_H

#include "runtime/lts/reduce_graph.h"

enum round_kind { ROUND_STRONG, ROUND_WEAK, ROUND_BRANCHING };

/* Moves of a state: label and the state reached. The label g->labels is divergence. */
struct move {
    uint32_t label, to;
};
struct moves VEC(struct move);

struct rounds {
    const struct graph *q; /* silent steps without cycles, loops apart */
    const bool *loops;     /* divergent states, or NULL */
    enum round_kind kind;
    struct VEC(uint32_t *) class_of; /* by round; round 0 are the colours */
    uint32_t *seen, stamp;
    struct u32s list;
};

void rounds_init(struct rounds *r, const struct graph *q, const bool *loops, enum round_kind kind);
void rounds_free(struct rounds *r);

/* Refines until `a` and `b` are apart; false when they never are or the work is out of proportion. */
bool rounds_separate(struct rounds *r, uint32_t a, uint32_t b);
/* The first round in which they are apart; UINT32_MAX when they are not. */
uint32_t rounds_apart(const struct rounds *r, uint32_t a, uint32_t b);

/* All moves of s (the kind's; weak: the silent ones first); for ROUND_BRANCHING those after silent steps inside the
 * class of `round`. */
void rounds_moves(struct rounds *r, uint32_t s, uint32_t round, struct moves *out);

/* The move by which one of two states apart in `round` refutes their equality most quickly: in what round the best of
 * the other's answers is apart from it (0: there is no answer at all, or only with other propositions). */
struct attack {
    bool by_second;
    struct move move;
    uint32_t left;   /* rounds left for the best answer */
    uint32_t answer; /* the best answer, or LTS_NONE */
};
/* False when they are not apart, or only by their propositions. */
bool rounds_attack(struct rounds *r, uint32_t p, uint32_t q, struct attack *best);

#endif
