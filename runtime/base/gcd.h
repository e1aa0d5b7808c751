/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Common divisors and multiples; inverses.
 */
#ifndef CWOLF_GCD_H
#define CWOLF_GCD_H

#include <stdint.h>

/* The other one where one is 0. */
static inline uint64_t gcd_u64(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Neither is 0, and the result fits. */
static inline uint64_t lcm_u64(uint64_t a, uint64_t b)
{
    return a / gcd_u64(a, b) * b;
}

/* The inverse of an odd number modulo 2^64, and so modulo each smaller power of two. */
static inline uint64_t odd_inverse_u64(uint64_t odd)
{
    uint64_t x = odd; /* right in three bits; each step doubles them (Newton) */
    for (int i = 0; i < 5; i++)
        x *= 2 - odd * x;
    return x;
}

#endif
