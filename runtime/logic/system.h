/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fixpoint equations: an alternating parity automaton on transition systems. Private to the room.
 *
 * Each equation is TRUE, FALSE, a literal, or an operator on equations; no negation. They are ordered by strongly
 * connected components, what a component depends on before it. In a component, the largest priority met again and again
 * decides an infinite play: even is true (greatest fixpoint), odd false. Source: Emerson, Jutla, Tree automata,
 * mu-calculus and determinacy, 1991; Wilke, Alternating tree automata, parity games, and modal mu-calculus, 2001.
 */
#ifndef CWOLF_LOGIC_SYSTEM_H
#define CWOLF_LOGIC_SYSTEM_H

#include "runtime/logic/model.h"

enum equation_op { EQ_TRUE, EQ_FALSE, EQ_LITERAL, EQ_AND, EQ_OR, EQ_DIAMOND, EQ_BOX };
enum fixpoint { FIX_NONE, FIX_LEAST, FIX_GREATEST };

struct equation {
    enum equation_op op;
    enum fixpoint fix;
    bool negated;     /* LITERAL */
    bool is_deep;     /* a modality or a fixpoint is in it */
    uint32_t atom;    /* LITERAL */
    uint32_t labels;  /* DIAMOND, BOX: index in the model's sets */
    uint32_t nesting; /* of fixpoints: an inner one has more */
    uint32_t priority;
    uint32_t component;
    uint32_t count;
    uint32_t *child;
};
struct component {
    uint32_t first, count; /* in `order` */
    bool is_recursive;
    uint32_t least, most; /* priorities */
};
struct system {
    struct arena *arena;
    struct model *m;
    struct VEC(struct equation) eq;
    struct intern *known;        /* equal equations are one, but for fixpoints */
    struct VEC(uint32_t) number; /* of the equation, for each that is known */
    uint32_t root;
    struct VEC(struct component) components; /* what one depends on before it */
    uint32_t *order;
};

void logic_system_init(struct system *y, struct arena *a, struct model *m);
void logic_system_free(struct system *y);

/* Each returns an equation's number. What is trivially true or false is recognised. */
uint32_t logic_system_constant(struct system *y, bool value);
uint32_t logic_system_literal(struct system *y, uint32_t atom, bool negated);
/* Of any number of equations, whose list is not kept. */
uint32_t logic_system_join(struct system *y, enum equation_op op, const uint32_t *items, size_t count);
uint32_t logic_system_modal(struct system *y, enum equation_op op, uint32_t labels, uint32_t child);
/* A fixpoint that is defined later; until then it is its own child. */
uint32_t logic_system_fix(struct system *y, enum fixpoint fix, uint32_t nesting);
void logic_system_define(struct system *y, uint32_t fix, uint32_t body);
/* When `root` is set and everything defined: components and priorities. */
void logic_system_close(struct system *y);

/* The question as equations (translate.c). ST_LIMIT when an automaton becomes too large. */
enum status logic_system_translate(struct system *y, const struct logic_question *q, struct diag *d);

#endif
