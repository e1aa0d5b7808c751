/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What formulas and plays ask: from which round on two states are apart, and by what. Rounds know it of all states,
 * pairs of those they were asked for.
 */
#ifndef CWOLF_LTS_COMPARE_APART_H
#define CWOLF_LTS_COMPARE_APART_H

#include "runtime/lts/compare/pairs.h"

struct apart {
    const struct graph *q;
    enum rounds_kind kind;
    struct rounds *rounds; /* or NULL; then */
    struct pairs *pairs;
};

/* The first round in which two states are apart; UINT32_MAX when they are in none that is known. */
static inline uint32_t apart_since(const struct apart *x, uint32_t p, uint32_t q)
{
    return x->rounds ? rounds_apart(x->rounds, p, q) : pairs_apart(x->pairs, p, q);
}

/* A number that only states have which are equal in that round. */
static inline uint32_t apart_class(const struct apart *x, uint32_t s, uint32_t round)
{
    return x->rounds ? rounds_class(x->rounds, s, round) : s;
}

static inline void apart_moves(const struct apart *x, uint32_t p, uint32_t q, uint32_t round, struct class_moves out[2])
{
    if (x->rounds)
        rounds_moves(x->rounds, p, q, round, out);
    else
        pairs_moves(x->pairs, p, q, round, out);
}

/* The move of `s` with the states that are really on its way. */
static inline struct class_move apart_follow(const struct apart *x, uint32_t s, uint32_t round, struct class_move m)
{
    return x->rounds ? rounds_follow(x->rounds, s, round, m) : m;
}

/* Whether answers have become nonsense, because they would take too long. */
static inline bool apart_tired(const struct apart *x)
{
    return x->pairs && x->pairs->tired;
}

#endif
