/* SPDX-License-Identifier: GPL-3.0-or-later */
// 64-bit arithmetic tells whether it overflows.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
#include <stdint.h>
int main(void)
{
    static const int64_t edges[] = {0, 1, -1, 2, INT64_MAX, INT64_MIN, 3037000500, -3037000500};
    int count = 0;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            int64_t r;
            count += __builtin_add_overflow(edges[i], edges[j], &r);
            count += __builtin_sub_overflow(edges[i], edges[j], &r) * 100;
            count += __builtin_mul_overflow(edges[i], edges[j], &r) * 10000;
        }
    claim(count == 221212);
    return 0;
}
