/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

int main(void)
{
    int k = 1;
    asm goto("" : : "r"(k) : "memory" : elsewhere);
    k = 2;
elsewhere:
    CLAIM(1, k == 2);
    return 0;
}
