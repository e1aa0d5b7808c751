/* SPDX-License-Identifier: GPL-3.0-or-later */
// A store to an element of a large array that is not known.
// run: echo 5 | ./prog
// run: echo 9 | ./prog
// wants: any
// opposite: any
#include "claim.h"
#include <stdio.h>
static int table[100000];
int main(void)
{
    int i = 0;
    table[5] = 1;
    if (scanf("%d", &i) != 1 || i < 0 || i >= 100000)
        return 0;
    table[i] = 2;
    claim(table[5] == 1);
    return 0;
}
