/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The approximations of a bisimulation, round by round: from which round on two states are apart, and by what.
 *
 * In round 0 states are apart by their propositions; in round k + 1 when one has a move to a class of round k that the
 * other has not. Plain graphs have their transitions as moves; weak bisimulation is plain bisimulation of the saturated
 * graph. For branching bisimulation a state has the moves of all states that silent steps inside its class lead to, and
 * silent steps inside the class are none.
 */
#ifndef CWOLF_LTS_COMPARE_ROUNDS_H
#define CWOLF_LTS_COMPARE_ROUNDS_H

#include "runtime/lts/reduce_graph.h"

/* A class of some round: it came out of `parent` in round `born` - 1 (class 0: the beginning, before round 0) and
 * keeps its number when it loses members. What splits off is never the largest part, so that chains of parents are
 * short. */
struct part {
    uint32_t parent, born, begin, end;
};

struct rounds {
    const struct graph *q; /* branching: silent steps without cycles but for loops */
    const bool *loops;     /* branching: divergent states, or NULL. Divergence is a move with the label q->labels */
    bool branching;
    const uint32_t *level; /* NULL, or by state: it counts in round k only where level + k <= depth */
    uint32_t depth;
    uint32_t round;       /* rounds that are done, round 0 included */
    uint32_t *class_of;   /* in the last of them */
    struct VEC(struct part) parts;
    uint32_t *elems, *loc; /* states by class, and where each stands */
    uint32_t *sig;         /* by state: number of its moves into classes of the round before */
    struct intern *known;
    struct reverse in;
    uint32_t *rank;        /* branching: silent steps lead to smaller ones */
    struct u32s dirty, changed, touched, marked;
    bool *is_dirty;
    struct visited visited; /* by walks */
    struct u32s list;
    struct u64s words, order;
    struct u32s cut;
};

/* `level` (may be NULL) and `depth`: of a ball (ball.h), in which states near the surface are not looked at in late
 * rounds; what is told of the centre in round `depth` is exact. */
void rounds_init(struct rounds *r, const struct graph *q, const bool *loops, bool branching, const uint32_t *level,
                 uint32_t depth);
void rounds_free(struct rounds *r);

/* Refines until `a` and `b` are apart; *apart false when they never are. ST_STOPPED. */
enum status rounds_separate(struct rounds *r, uint32_t a, uint32_t b, bool *apart, const struct lts_control *c,
                            struct diag *d);
/* The first round in which they are apart; UINT32_MAX when they are not. */
uint32_t rounds_apart(const struct rounds *r, uint32_t a, uint32_t b);
/* The class of a state in a round that is done. */
uint32_t rounds_class(const struct rounds *r, uint32_t s, uint32_t round);

/* Moves of a state into classes of a round, ascending: label and class in `into`, and the state reached. */
struct class_move {
    uint64_t into;
    uint32_t to;
};
struct class_moves VEC(struct class_move);
static inline uint32_t move_label(struct class_move m)
{
    return (uint32_t)(m.into >> 32);
}
void rounds_moves(struct rounds *r, uint32_t s, uint32_t round, struct class_moves *out);

/* Branching: what silent steps from s lead to inside its class of `round`, s first, in r->list; and where such steps
 * leave the class, in `exits`. */
void rounds_inside(struct rounds *r, uint32_t s, uint32_t round, struct u32s *exits);

#endif
