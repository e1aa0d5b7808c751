/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

/* Hidden from the optimisers, not from us. */
static int a = 1, b = 2;
int main(void)
{
    int *p = &a, *q;
    asm("" : "+r"(p));
    asm("" : "=r"(q) : "0"(&b));
    *p = 10;
    *q = 20;
    CLAIM(1, a == 10);
    CLAIM(2, b == 20);
    return 0;
}
