/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

static int last;
static int f(int n)
{
    void *next = n ? &&some : &&none;
    if (n > 5)
        next = &&many;
    goto *next;
none:
    last = 1;
    return 0;
some:
    last = 2;
    next = &&none;
    return 10;
many:
    last = 3;
    return 20;
}
int main(void)
{
    CLAIM(1, f(0) == 0 && last == 1);
    CLAIM(2, f(3) == 10 && last == 2);
    CLAIM(3, f(9) == 20 && last == 3);
    return 0;
}
