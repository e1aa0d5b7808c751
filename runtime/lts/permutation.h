/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A permutation with its inverse, as partitions keep their elements: place[item[i]] is i.
 */
#ifndef CWOLF_LTS_PERMUTATION_H
#define CWOLF_LTS_PERMUTATION_H

#include <stdint.h>

/* Puts x at a place, and what was there where x was. */
static inline void permutation_put(uint32_t *item, uint32_t *place, uint32_t x, uint32_t at)
{
    uint32_t other = item[at], hole = place[x];
    item[at] = x;
    place[x] = at;
    item[hole] = other;
    place[other] = hole;
}

#endif
