/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From which round on two states are apart, found by looking at these two and no more of the others than needs be.
 *
 * The rounds are those of rounds.h, and so are the moves. Where two systems are alike but for a few rows, what
 * is known of twins (alike.h) spares all that is far from these rows.
 */
#ifndef CWOLF_LTS_COMPARE_PAIRS_H
#define CWOLF_LTS_COMPARE_PAIRS_H

#include "runtime/lts/compare/alike.h"
#include "runtime/lts/compare/rounds.h"

/* What is known of two states: they are equal in round `equal` and those before; they are apart from round `apart` on,
 * or UINT32_MAX. */
struct pair_known {
    uint32_t equal, apart;
};

struct pairs {
    const struct graph *q;
    const struct alike *alike;
    enum rounds_kind kind;
    uint32_t depth;            /* no round after this one counts */
    struct map64 of;           /* by two states, the smaller one first: their place in known[] */
    struct VEC(struct pair_known) known;
    struct class_moves moves;  /* of states that were asked for, by label; `into` is label << 32 | to */
    struct u64s move_at;       /* begin << 32 | end of such a state's */
    uint32_t *asked;           /* by state: its place in move_at, + 1 */
    struct visited visited, ends;
    struct u32s near, far;
    const struct lts_control *control;
    uint64_t work, most_work, most_bytes, checks;
    bool tired;                /* it took too long or too much, or is to stop; what is told from then on is nonsense */
};
/* Without propositions. As long as pairs_go_on is not called, nothing may be asked. */
void pairs_init(struct pairs *x, const struct graph *q, const struct alike *alike, enum rounds_kind kind,
                const struct lts_control *c);
void pairs_free(struct pairs *x);
/* Allows for `per_transition` more work for each transition of the graph, tired or not. */
void pairs_go_on(struct pairs *x, double per_transition);

/* As for rounds. */
uint32_t pairs_apart(struct pairs *x, uint32_t p, uint32_t q);
void pairs_moves(struct pairs *x, uint32_t p, uint32_t q, uint32_t round, struct class_moves out[2]);

#endif
