/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

/* Inputs are read before outputs are written. */
int main(void)
{
    int a = 1, b = 2;
    asm volatile("" : "=r"(a), "=r"(b) : "0"(b), "1"(a));
    CLAIM(1, a == 2);
    CLAIM(2, b == 1);
    return 0;
}
