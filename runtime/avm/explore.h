/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exploration: which states there are (explore.c, nodes.c), and which of them are stepped next (order.c).
 */
#ifndef CWOLF_AVM_EXPLORE_H
#define CWOLF_AVM_EXPLORE_H

#include "machine.h"

enum status avm_explore(struct avm *m, struct diag *d);

/* ---- states ------------------------------------------------------------------------------------------------------ */

uint64_t avm_state_count(const struct avm *m);
void avm_words(const struct avm *m, uint32_t state, vs *words, uint32_t *n);
/* The state's number; it is queued when it is new. */
uint32_t avm_add_state(struct avm *m, const vs *words, uint32_t n);
void avm_requeue(struct avm *m, uint32_t state);                 /* to be stepped once more */
void avm_note_state(struct avm *m, uint32_t state, uint32_t pc); /* a new one, which may be asked about at the end */
/* Where a transition from `c` comes from: the number of its origin. */
uint32_t avm_origin(struct avm *m, const struct work *s, const struct code *c, enum avm_choice why);
/* Whether the condition of a property holds in a state: LTS_TRUE, LTS_FALSE or LTS_MAYBE. One that names locals and
 * something else too holds when it does for each activation of their function (kripke.c). */
uint8_t avm_look_holds(struct avm *m, uint32_t state, const struct look *look);

/* ---- nodes.c and policy.c: joined states ------------------------------------------------------------------------- */

/* The node that the words are joined into, which is queued when it grew. */
uint32_t avm_add_node(struct avm *m, const vs *words, uint32_t n);
/* CONTEXT_KEYED: a number for `other`, what the keys hold in the state, and which slots below `end` hold exactly what
 * the subject holds, and unless `end` is 0 which cells of blocks. */
enum { KEYS_MAX = 16, HOLDERS_MAX = 16 };
uint32_t avm_key_of(struct avm *m, const vs *words, uint32_t end, uint64_t other);

/* ---- order.c: which joined state is stepped next ----------------------------------------------------------------- */

void avm_rank_places(struct avm *m); /* once all code is there, before the first of the others */
void avm_ready_add(struct avm *m, uint32_t state, uint32_t pc);
bool avm_ready_take(struct avm *m, uint32_t *state); /* that of the lowest rank; false: none waits */

#endif
