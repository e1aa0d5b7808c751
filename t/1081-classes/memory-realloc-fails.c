/* SPDX-License-Identifier: GPL-3.0-or-later */
// Where realloc finds no memory the block is still there.
// exhaustive
// wants: True
#include "claim.h"
int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 10;
    int *q = realloc(p, 4 * sizeof *q);
    if (!q)
        claim(*p == 10);
    return 0;
}
