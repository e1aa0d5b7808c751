/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the code of patterns (event_code.c) and of graphs (graph.c) is made of. Private to the room.
 */
#ifndef CWOLF_CHECK_RULES_CODE_H
#define CWOLF_CHECK_RULES_CODE_H

#include "runtime/check/rules/rules.h"

/* What the code of one event has in common. */
struct emitter {
    struct rule_compiler *c;
    cwi_id func;
    struct cwi_func *f;
    const struct matchers *m;
    struct cwi_place at;
    const char *text;
    uint32_t next;
    const struct cwi_expr *object; /* surely the watched one's, or NULL */
    bool is_watched;               /* an object is watched; always, where the rule is about none */
};

/* No object is watched yet: from `taken` on it is this one, or it is not, which nobody knows. */
uint32_t rule_may_watch(struct emitter *e, const struct cwi_expr *object, uint32_t taken, uint32_t declined);
uint32_t rule_branch(struct emitter *e, const struct cwi_expr *cond, uint32_t holds, uint32_t fails);
/* A switch on the automaton's state: where each leads that is in `targets`, UINT32_MAX for the default. */
uint32_t rule_by_state(struct emitter *e, const uint32_t *targets, uint32_t other);
/* The event is told, the state set, and control goes on at `next`. */
uint32_t rule_move(struct emitter *e, uint32_t state, uint32_t next);
/* A block with the label of violations, unless they are accepted here. */
uint32_t rule_violation(struct emitter *e);

/* Decides the matchers of a graph. */
uint32_t rule_match_graph(struct emitter *e);
/* Some event about this object leads from the state to another one. */
bool rule_graph_may_move(const struct emitter *e, const struct cwi_expr *object, uint32_t state);

#endif
