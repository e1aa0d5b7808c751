/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compressed rows while a system is being made, and its bit vectors. Private to the room.
 */
#ifndef CWOLF_LTS_ROWS_H
#define CWOLF_LTS_ROWS_H

#include "runtime/lts/lts.h"

static inline size_t bit_words(uint64_t bits)
{
    return (size_t)((bits + 63) / 64);
}
static inline void bit_set(uint64_t *bits, uint64_t at, bool value)
{
    uint64_t mask = (uint64_t)1 << (at & 63);
    bits[at >> 6] = value ? bits[at >> 6] | mask : bits[at >> 6] & ~mask;
}
static inline bool bit_get(const uint64_t *bits, uint64_t at)
{
    return bits[at >> 6] >> (at & 63) & 1;
}

/* A system with these states and no transitions, labels or arrays for them yet. */
struct lts *rows_new(uint32_t states, uint32_t initial);
/* Room for n transitions: at least one element, so that an empty system has valid pointers. */
void rows_allocate(struct lts *l, uint64_t n, bool must, bool origin);
/* Brings every row into order, drops duplicates and gives their room back. */
void rows_sort(struct lts *l);

#endif
