/* SPDX-License-Identifier: GPL-3.0-or-later */
// What alloca gave is gone when its function returns.
// undefined
// aborts
// wants: any
#include "claim.h"
#include <alloca.h>
static int *address(int x)
{
    int *p = alloca(4 * sizeof *p);
    for (int i = 0; i < 4; i++)
        p[i] = x;
    return p;
}
static int other(void)
{
    volatile int a[32];
    for (int i = 0; i < 32; i++)
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
