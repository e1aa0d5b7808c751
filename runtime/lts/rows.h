/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compressed rows while a system is being made. Private to the room.
 */
#ifndef CWOLF_LTS_ROWS_H
#define CWOLF_LTS_ROWS_H

#include "runtime/base/bits.h"
#include "runtime/lts/lts.h"

/* A system with these states and no transitions, labels or arrays for them yet. */
struct lts *lts_rows_new(uint32_t states, uint32_t initial);
/* Adds transitions between states that the builder has, without may bits and origins, whose labels are numbered in
 * another way: label x is label_of[x]. */
struct transition {
    uint32_t from, label, to;
};
void lts_rows_add(struct lts_builder *b, const struct transition *x, size_t n, const uint32_t *label_of);
/* Room for n transitions: at least one element, so that an empty system has valid pointers. */
void lts_rows_allocate(struct lts *l, uint64_t n, bool must, bool origin);
/* Brings every row into order, drops duplicates and gives their room back. */
void lts_rows_sort(struct lts *l);
/* Gives `to` the propositions and names of `from`: its state s is state old[s] there (old NULL: the same). */
void lts_rows_copy_states(struct lts *to, const struct lts *from, const uint32_t *old);
/* The reachable states breadth first, malloc'd; new_of receives the inverse (LTS_NONE: not reachable). */
uint32_t *lts_rows_breadth_first(const struct lts *l, uint32_t *new_of, uint32_t *count);
/* lts_reachable, with the new number of each state (LTS_NONE: not reachable), which may not be asked for. */
struct lts *lts_rows_reachable(const struct lts *l, uint32_t **new_of);

#endif
