/* SPDX-License-Identifier: GPL-3.0-or-later */
// An activation deep down changes the variable of the first.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int *first;
static int down(int n)
{
    int mine = n;
    if (!first)
        first = &mine;
    if (n == 0)
        *first = 77;
    else
        down(n - 1);
    return mine;
}
int main(void)
{
    int r = down(4);
    claim(r == 77);
    return 0;
}
