/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The game of design_game.c and its result: for each pair, the round in which it was refuted.
 */
#ifndef CWOLF_LTS_COMPARE_DESIGN_GAME_H
#define CWOLF_LTS_COMPARE_DESIGN_GAME_H

#include "runtime/lts/compare/compare.h"
#include "runtime/lts/compare/moves.h"

/* From this round on, rounds are not told apart any more. */
enum { GAME_LAST_ROUND = UINT16_MAX };

/* A move of the design: silent steps from where it stands to `from`, then the step (weak: and silent steps again). */
struct answer {
    uint32_t label, from, to;
};

enum game_kind { GAME_STRONG, GAME_WEAK, GAME_BRANCHING };

struct game {
    struct graph m; /* the model, reduced; labels with must bits */
    struct reverse in;
    uint32_t *class_of;    /* by state of the graph of both: the model's class in m, or LTS_NONE */
    const struct graph *q; /* classes of the relation; the design's among them are those in `list` */
    struct u32s list;
    uint32_t *number; /* by class: its place in `list`, or LTS_NONE */
    enum game_kind kind;
    struct mover mover;    /* for the design's moves */
    uint16_t *rank, round; /* 0: not refuted */
    bool changed;
    struct VEC(struct answer) answers;
    struct visited visited;
    struct u32s base, reach;
};

enum status compare_game_play(struct game *x, const struct graph *g, const struct classes *k, enum game_kind kind,
                              bool divergence, const struct lts_control *c, bool *refuted, struct diag *d);
void compare_game_free(struct game *x);

/* The moves of a class of the design; weak ones unless the game is strong. */
void compare_game_design_moves(struct game *x, uint32_t d, struct moves *out);
uint32_t compare_game_label(const struct game *x, uint64_t t); /* of a transition of x->m */
bool compare_game_must(const struct game *x, uint64_t t);
uint16_t *compare_game_rank(const struct game *x, uint32_t m, uint32_t d);

#endif
