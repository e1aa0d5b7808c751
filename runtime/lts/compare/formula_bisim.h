/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Distinguishing formulas, and the moves that they are made of.
 */
#ifndef CWOLF_LTS_COMPARE_FORMULA_BISIM_H
#define CWOLF_LTS_COMPARE_FORMULA_BISIM_H

#include "runtime/lts/compare/ball.h"
#include "runtime/lts/compare/compare.h"
#include "runtime/lts/compare/formula.h"
#include "runtime/lts/compare/rounds.h"
#include "runtime/lts/sim/sim.h"

/* The modality by which a formula speaks of a move. */
enum modality { MODALITY_STRONG, MODALITY_WEAK, MODALITY_VIA };

/* A move of one of two states that are apart which the other cannot answer by one that stays equal long enough. */
struct attack {
    bool by_second;
    uint32_t round; /* the first in which they are apart */
    struct class_move move;
    struct class_moves answers; /* what the other can do by the same label */
    uint32_t left;              /* the first round in which the best answer is apart from it, 0 without an answer */
    struct class_move best;     /* the best answer, if there is one */
    bool stays;                 /* the best answer to a silent step is to do nothing */
};
/* The attack that is easiest to tell. False when they are not apart, or by their propositions only. It is released in
 * both cases. */
bool compare_attack_find(struct rounds *x, uint32_t p, uint32_t q, struct attack *best);
void compare_attack_free(struct attack *a);

/* How the initial states are distinguished. */
struct told {
    struct ball ball;
    struct rounds rounds;
    bool apart; /* false also where that takes too much memory to find out */
};
/* The rounds of x->relation on classes that are finer, refined until the initial states are apart. When they are
 * known to be apart after `depth` rounds (UINT32_MAX: not known), only states so near are looked at; then the rounds
 * are good for a formula, not for a play. */
enum status compare_rounds(struct compare *x, const struct classes *k, uint32_t depth, struct told *t, struct diag *d);
void compare_told_free(struct told *t);
/* Fills in the formula. */
void compare_tell(struct compare *x, struct told *t);
/* Fills in the play of the game. */
void compare_play(struct compare *x, const struct classes *k, struct told *t);

enum { DEEPEST_FORMULA = 5000 }; /* deeper ones are not written by a recursion */
/* The same for a pair that simulation refutes: `side` has the step. */
void compare_formula_of_ranks(struct compare *x, const struct graph *q, const struct sim_ranks *ranks, int side,
                              enum modality modality);

/* A statement about the propositions that is true of the one state and false of the other. */
formula compare_formula_of_colours(struct formulas *f, const struct graph *g, uint32_t p, uint32_t q);

/* The step of `from` that `to` cannot answer any more, the quickest one; UINT64_MAX when their labels or propositions
 * alone tell (and `from` has no label that `to` lacks). */
uint64_t compare_sim_attack(const struct graph *q, const struct sim_ranks *ranks, uint32_t from, uint32_t to);

#endif
