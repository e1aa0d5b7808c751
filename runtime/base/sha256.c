/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SHA-256 of a text in memory. Its constants are the first 32 bits of the fractional parts of the roots of the first
 * primes, and are computed from them. Source: FIPS 180-4, sections 4.2.2, 5.3.3 and 6.2.2.
 */
#include "runtime/base/sha256.h"

#include <stdio.h>

enum { ROUNDS = 64 };

/* floor(2^32 * root of p), without its whole part: the largest r with r^k <= p * 2^(32 k). */
static uint32_t root_of(uint32_t p, int k)
{
    unsigned __int128 low = 0, high = (unsigned __int128)p << 32;
    while (high - low > 1) {
        unsigned __int128 r = (low + high) / 2, whole = (unsigned __int128)p << (32 * (k - 1));
        bool is_below = k == 2 ? r * r <= whole << 32 : r * r <= (whole << 32) / r;
        low = is_below ? r : low;
        high = is_below ? high : r;
    }
    return (uint32_t)low;
}

static void constants(uint32_t *k, uint32_t *h)
{
    int n = 0;
    for (uint32_t p = 2; n < ROUNDS; p++) {
        bool is_prime = true;
        for (uint32_t q = 2; q < p; q++)
            is_prime &= p % q != 0;
        if (!is_prime)
            continue;
        if (n < 8)
            h[n] = root_of(p, 2);
        k[n++] = root_of(p, 3);
    }
}

static uint32_t turn(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void block(uint32_t *h, const uint32_t *k, const uint8_t *p)
{
    uint32_t w[ROUNDS], v[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < ROUNDS; i++)
        w[i] = (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10) + w[i - 7] +
               (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 16];
    memcpy(v, h, sizeof v);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t one =
            v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
        uint32_t two =
            (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (int i = 0; i < 8; i++)
        h[i] += v[i];
}

void base_sha256_text(const void *data, size_t size, char out[65])
{
    uint32_t k[ROUNDS], h[8];
    size_t padded = (size + 9 + 63) / 64 * 64;
    uint8_t *p = base_mem_zalloc(padded);
    constants(k, h);
    if (size)
        memcpy(p, data, size);
    p[size] = 0x80;
    for (int i = 0; i < 8; i++)
        p[padded - 1 - (size_t)i] = (uint8_t)((uint64_t)size * 8 >> 8 * i);
    for (size_t at = 0; at < padded; at += 64)
        block(h, k, p + at);
    for (int i = 0; i < 8; i++)
        snprintf(out + 8 * i, 9, "%08x", h[i]);
    free(p);
}
