/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

int main(void)
{
    int n = 0;
    for (int i = 0; i < 4; i++) {
        asm volatile("" : "+r"(i), "+r"(n) : : "memory");
        n += i;
    }
    CLAIM(1, n == 6);
    return 0;
}
