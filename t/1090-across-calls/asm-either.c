/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

/* In a register or in memory. */
int main(void)
{
    int k = 4;
    asm volatile("" : "+g"(k));
    CLAIM(1, k == 4);
    asm volatile("" : "+rm"(k));
    CLAIM(2, k == 4);
    return 0;
}
