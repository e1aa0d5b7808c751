/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Path formulas in negation normal form, and generalised Buechi automata for them. Private to the room.
 *
 * An automaton state is a set of path formulas that the rest of the path has to satisfy. A transition reads one state
 * of the path: literals that hold there, and what the rest after it has to satisfy. It is `strong` when there has to be
 * a next state. Acceptance is by transitions: an infinite run is accepting when it does not put off one until for ever;
 * a finite one when its last transition is not strong.
 * Sources: Gerth, Peled, Vardi, Wolper, Simple on-the-fly automatic verification of linear temporal logic, 1995;
 * Couvreur, On-the-fly verification of linear temporal logic, 1999.
 */
#ifndef CWOLF_LOGIC_AUTOMATON_H
#define CWOLF_LOGIC_AUTOMATON_H

#include "runtime/base/base.h"

enum path_op {
    PATH_FALSE,
    PATH_TRUE,
    PATH_LITERAL,
    PATH_AND,
    PATH_OR,
    PATH_NEXT,
    PATH_WEAK_NEXT,
    PATH_UNTIL,
    PATH_RELEASE
};
struct path {
    enum path_op op;
    uint32_t a, b; /* LITERAL: a is the caller's number of a state formula, b whether it is negated */
};

/* Numbers of path formulas, state sets: sorted, each once. */
struct path_set {
    uint32_t *items;
    uint32_t count;
};
struct edge {
    struct path_set literals, next, postponed; /* `postponed`: untils that this transition puts off */
    bool strong;
    uint32_t target; /* state of the automaton; that of the empty set is EMPTY */
};
#define AUTOMATON_EMPTY UINT32_MAX
struct automaton_state {
    struct edge *edge;
    uint32_t count;
    uint32_t component; /* strongly connected; what one leads to has a smaller number */
};
struct automaton {
    struct arena *arena;
    struct VEC(struct path) paths;
    struct intern *known_paths, *known_sets, *known_states;
    struct VEC(struct path_set) sets;
    struct VEC(uint32_t) state_of;   /* of each set; UINT32_MAX - 1: not expanded yet */
    struct VEC(uint32_t) state_rows; /* state of each row of edges that is known */
    struct VEC(struct automaton_state) states;
    uint32_t components;
};

void logic_automaton_init(struct automaton *x, struct arena *a);
void logic_automaton_free(struct automaton *x);
/* A path formula by number; equal ones are one, constants are propagated. */
uint32_t logic_automaton_path(struct automaton *x, enum path_op op, uint32_t a, uint32_t b);
/* Builds all states that `root` needs; *initial is its state, or AUTOMATON_EMPTY when every path satisfies it. */
enum status logic_automaton_build(struct automaton *x, uint32_t root, uint32_t *initial, struct diag *d);

#endif
