/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

/* Maybe: nobody knows how far labels are apart. */
static int f(int i)
{
    static const int far[] = {&&one - &&one, &&two - &&one};
    goto *(&&one + far[i]);
one:
    return 1;
two:
    return 2;
}
static int g(int i)
{
    long d = (char *)&&two - (char *)&&one;
    char *p = &&one;
    if (i)
        p += d;
    goto *p;
one:
    return 1;
two:
    return 2;
}
int main(void)
{
    CLAIM(3, g(0) == 1);
    CLAIM(4, g(1) == 2);
    CLAIM(1, f(0) == 1);
    CLAIM(2, f(1) == 2);
    return 0;
}
