/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

/* An output alone is any value: what is broken here may happen, and is said to. */
int main(void)
{
    int k = 0, l = 2;
    asm volatile("" : "=r"(l) : "0"(3));
    CLAIM(1, l == 3);
    asm volatile("" : "=&r"(k) : "r"(l));
    k &= 1;
    CLAIM(2, k == 0 || k == 1);
    return 0;
}
