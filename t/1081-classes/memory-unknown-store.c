/* SPDX-License-Identifier: GPL-3.0-or-later */
// A store through a pointer into one of several blocks.
// run: echo 0 | ./prog
// run: echo 1 | ./prog
// wants: any
// opposite: any
#include "claim.h"
#include <stdio.h>
int main(void)
{
    int *p[2];
    for (int i = 0; i < 2; i++) {
        if (!(p[i] = malloc(sizeof **p)))
            return 0;
        *p[i] = i;
    }
    int k = getchar() == '1';
    *p[k] = 5;
    claim(*p[0] == 0);
    return 0;
}
