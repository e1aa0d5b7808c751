/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of bits in words of 64.
 */
#ifndef CWOLF_BITS_H
#define CWOLF_BITS_H

#include "runtime/base/base.h"

static inline size_t bit_words(uint64_t bits)
{
    return (size_t)((bits + 63) / 64);
}

/* All of them 0; not NULL. */
static inline uint64_t *bits_new(uint64_t bits)
{
    return base_mem_zalloc(bit_words(bits) * sizeof(uint64_t));
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

#endif
