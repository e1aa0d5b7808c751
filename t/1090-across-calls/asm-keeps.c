/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

int main(void)
{
    int k = 5;
    long l = 7;
    asm volatile("" : "+r"(k));
    CLAIM(1, k == 5);
    asm("" : "=r"(l) : "0"(l + 1));
    CLAIM(2, l == 8);
    return 0;
}
