/* SPDX-License-Identifier: GPL-3.0-or-later */
// A block is used after it was freed.
// undefined
// run: ./prog
// wants: any
#include "claim.h"
#include <stdio.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 3;
    free(p);
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    *q = 4;
    claim(*p == 3);
    return 0;
}
