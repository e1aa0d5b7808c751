/* SPDX-License-Identifier: GPL-3.0-or-later */
// The address of a local variable that is gone.
// undefined
// aborts
// wants: any
#include "claim.h"
static int *address(int x)
{
    int local[4] = {x, x, x, x};
    int *volatile p = local;
    return p;
}
static int other(void)
{
    volatile int a[16];
    for (int i = 0; i < 16; i++)
        a[i] = i;
    return a[3];
}
int main(void)
{
    int *p = address(9);
    other();
    claim(p[1] == 9);
    return 0;
}
