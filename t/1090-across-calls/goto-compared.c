/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

int main(void)
{
    void *a = &&one, *b = &&two;
    int n = 0;
    CLAIM(1, a != b && a);
again:
    goto *a;
one:
    n++;
    a = b;
    goto again;
two:
    CLAIM(2, n == 1);
    CLAIM(3, a == &&two);
    return 0;
}
