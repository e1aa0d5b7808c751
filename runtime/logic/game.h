/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parity game of a system of equations on a model, and its solution, component of equations by component. Private
 * to the room.
 *
 * A position is an equation of one component at a state: local number of the equation * states + state. OR and DIAMOND
 * are moves of the player who wants true, AND and BOX of the one who wants false. Nothing of the game is stored but
 * what is known of positions: moves are found in the model.
 */
#ifndef CWOLF_LOGIC_GAME_H
#define CWOLF_LOGIC_GAME_H

#include "runtime/logic/system.h"

/* Values of all equations by one of the two checks. */
struct solution {
    const struct system *y;
    struct model *m;
    const struct lts_control *control;
    bool optimistic;
    uint64_t **value; /* by equation; one bit a state; NULL: not needed or not yet */
};

enum winner { NOBODY, WINNER_FALSE, WINNER_TRUE };

struct game {
    struct solution *s;
    const struct component *c;
    uint32_t equations, states; /* k of the component, n of the model */
    const uint32_t *equation;   /* by local number */
    struct map64 local;         /* by equation */
    struct inside {
        uint32_t count, *item;
    } * children, *parents; /* local numbers, inside of the component */
    uint8_t *winner;        /* by position */
    uint32_t **left;        /* by local number and state: moves that are not lost; NULL: not counted */
    uint32_t *choice;       /* by position: the winning move; or NULL, when nobody asked */
    bool spread[2];         /* whether false, true are spread */
    struct VEC(uint32_t) queue;
    bool stopped;
};
#define NO_CHOICE UINT32_MAX

static inline bool is_modal_op(enum equation_op op)
{
    return op == EQ_DIAMOND || op == EQ_BOX;
}
/* Whether a modality asks for must transitions. */
static inline bool wants_must(const struct solution *s, enum equation_op op)
{
    return (op == EQ_DIAMOND) != s->optimistic;
}
/* A modality that asks for must transitions, in a joint state, is the other one, about all of them: an adversary
 * chooses. */
static inline bool is_turned(const struct solution *s, const struct equation *e, uint32_t state)
{
    return is_modal_op(e->op) && wants_must(s, e->op) && s->m->joint && s->m->sets.items[e->labels].all &&
           model_is_joint(s->m, state);
}
static inline enum equation_op op_at(const struct solution *s, const struct equation *e, uint32_t state)
{
    return !is_turned(s, e, state) ? e->op : e->op == EQ_DIAMOND ? EQ_BOX : EQ_DIAMOND;
}
/* Whether one move to a position of this value is enough. */
static inline bool is_easy(enum equation_op op, bool value)
{
    return (op == EQ_OR || op == EQ_DIAMOND) == value;
}
static inline const struct equation *game_equation(const struct game *g, uint32_t local)
{
    return &g->s->y->eq.items[g->equation[local]];
}

/* Solves all components that the root needs. ST_STOPPED, or ST_LIMIT when it takes more memory than allowed. */
enum status logic_solve(struct solution *s, struct diag *d);
/* The component again, with `choice` recorded; compare_game_free follows. */
enum status logic_game_solve(struct solution *s, uint32_t component, bool with_choices, struct game *g, struct diag *d);
void logic_game_free(struct game *g);
void logic_solution_free(struct solution *s);

static inline enum equation_op game_op(const struct game *g, uint32_t position)
{
    return op_at(g->s, game_equation(g, position / g->states), position % g->states);
}

/* Whether transition t of the row of a state counts for a modal equation. */
static inline bool transition_counts(const struct solution *s, const struct equation *e, uint32_t state, uint64_t t)
{
    return label_in(&s->m->sets.items[e->labels], s->m->l->label[t]) &&
           (!wants_must(s, e->op) || lts_is_must(s->m->l, t) || is_turned(s, e, state));
}

/* Moves inside of the component. */
struct moves {
    uint32_t local, state;
    uint64_t at, end;
};
struct moves logic_moves_of(const struct game *g, uint32_t position);
bool logic_moves_next(const struct game *g, struct moves *m, uint32_t *to);
/* Calls `visit` for each position inside of the component that has a move to this one. */
void logic_moves_back(struct game *g, uint32_t position, void (*visit)(void *context, uint32_t from, uint32_t to),
                      void *context);

/* Decides what is left after the first spreading (parity.c). */
void logic_parity_solve(struct game *g);

static inline bool game_stops(struct game *g)
{
    const struct lts_control *c = g->s->control;
    g->stopped |= c && c->stop && c->stop(c->context);
    return g->stopped;
}

#endif
