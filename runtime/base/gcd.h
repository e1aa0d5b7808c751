/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Common divisors and multiples.
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

#endif
