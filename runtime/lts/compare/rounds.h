/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The approximations of a bisimulation, round by round: from which round on two states are apart, and by what.
 *
 * In round 0 states are apart by their propositions; in round k + 1 when one has a move that the other has not, where
 * moves are told from each other by their label and by classes of round k:
 *
 *   strong     a step: by the class it leads to;
 *   weak       a step with silent steps before and after it, or silent steps alone, or none: by the class they lead to;
 *   branching  silent steps and then a step: by the class from which it goes and the class to which (a silent one
 *              inside a class is none);
 *   divergence (the label q->labels) silent steps to an endless silent path: by the class in which that ends.
 *
 * These are the modalities of formulas (lts.h), so that states are apart in round k just when a formula of depth k
 * tells them apart. The limit of the rounds for branching bisimulation is that relation: where silent steps lead from
 * one state of a class of some round to another, all states on the way are in the class, for what a state can do after
 * silent steps, the states before it can (the stuttering lemma of R. van Glabbeek and P. Weijland, 1996; J. Martens and
 * J. F. Groote, "Minimal depth distinguishing formulas without until for branching bisimulation", 2024).
 */
#ifndef CWOLF_LTS_COMPARE_ROUNDS_H
#define CWOLF_LTS_COMPARE_ROUNDS_H

#include "runtime/lts/compare/trie.h"

enum rounds_kind { ROUNDS_STRONG, ROUNDS_WEAK, ROUNDS_BRANCHING };

/* A class of some round: it came out of `parent` in round `born` - 1 (class 0: the beginning, before round 0) and
 * keeps its number when it loses members. What splits off is never the largest part, so that chains of parents are
 * short. */
struct part {
    uint32_t parent, born, begin, end;
};

/* The signature that a state has from a round on, and the entry of what it had before (0: none). */
struct signed_in {
    uint32_t round, sig, before;
};

struct rounds {
    const struct graph *q; /* but for the strong ones: silent steps without cycles but for loops */
    const bool *loops;     /* divergent states, or NULL */
    enum rounds_kind kind;
    const uint32_t *level; /* NULL, or by state: it counts in round k only where level + k <= depth */
    uint32_t depth;
    uint32_t round;     /* rounds that are done, round 0 included */
    uint32_t *class_of; /* in the last of them */
    struct VEC(struct part) parts;
    uint32_t *elems, *loc; /* states by class, and where each stands */
    uint32_t *sig;         /* by state: number of its moves */
    uint64_t known_bytes;  /* that the signatures take */
    struct intern *known;  /* moves, label << 32 | class; but for the strong ones: label << 32 | set of them */
    struct reverse in;
    struct u32s dirty, changed, touched, marked;
    bool *is_dirty;
    struct u64s words, order;
    struct u32s cut;

    /* but for the strong ones */
    uint32_t *rank, *of_rank; /* by state, and the state: silent steps lead to smaller ranks */
    uint64_t *waits;          /* by rank: one bit each */
    size_t lowest, waiting;   /* no word of waits[] below has a bit; how many bits there are */
    struct tries sets;        /* of classes; branching: of pairs of them */
    uint32_t *reach;          /* weak: by state, the set of classes that silent steps lead to */
    struct VEC(struct signed_in) history;
    uint32_t *last;       /* by state: its last entry */
    struct map64 pair_of; /* branching: pairs of classes */
    struct u64s pairs, own;
    uint64_t most_bytes; /* for all of these */
    const struct lts_control *control;
    uint32_t looked_at; /* states, in all rounds */
    bool stopped;
};

/* What the rounds may take where no limit is given; with one, half of it. */
#define ROUNDS_BYTES ((uint64_t)512 << 20)

/* `level` (may be NULL) and `depth`: of a ball (ball.h), in which states near the surface are not looked at in late
 * rounds; what is told of the centre in round `depth` is exact. */
void compare_rounds_init(struct rounds *r, const struct graph *q, const bool *loops, enum rounds_kind kind,
                         const uint32_t *level, uint32_t depth, const struct lts_control *c);
void compare_rounds_free(struct rounds *r);

/* Refines until `a` and `b` are apart; *apart false when they never are, or when that takes more memory than is
 * allowed (r->sets.full). ST_STOPPED. */
enum status compare_rounds_separate(struct rounds *r, uint32_t a, uint32_t b, bool *apart, struct diag *d);
/* The first round in which they are apart; UINT32_MAX when they are not. */
uint32_t compare_rounds_apart(const struct rounds *r, uint32_t a, uint32_t b);
/* The class of a state in a round that is done. */
uint32_t compare_rounds_class(const struct rounds *r, uint32_t s, uint32_t round);

/* A move as it counts in a round: its label, and a number for the class or pair of classes, in `into`; the state
 * reached, or one of its class; branching: one of the class from which the last step goes. */
struct class_move {
    uint64_t into;
    uint32_t from, to;
};
struct class_moves VEC(struct class_move);
static inline uint32_t move_label(struct class_move m)
{
    return (uint32_t)(m.into >> 32);
}
/* The moves of two states that decide whether they are apart in a round, ascending: those of all labels in which they
 * differ, and maybe others. */
void compare_rounds_moves(struct rounds *r, uint32_t p, uint32_t q, uint32_t round, struct class_moves out[2]);
/* The move of `s` with the states that are really on its way. */
struct class_move compare_rounds_follow(const struct rounds *r, uint32_t s, uint32_t round, struct class_move m);

/* Private to the two files of rounds. Signs the dirty states; those whose signature changed are left in r->dirty. */
void compare_rounds_sign(struct rounds *r);
/* Whether the next round looks at the state. */
static inline bool rounds_counts(const struct rounds *r, uint32_t s)
{
    return !r->level || r->level[s] + r->round <= r->depth;
}

#endif
