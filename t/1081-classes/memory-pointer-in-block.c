/* SPDX-License-Identifier: GPL-3.0-or-later */
// Pointers stored in blocks, to blocks and to variables.
// exhaustive
// wants: True
// opposite: any
#include "claim.h"
static int x = 1, y = 2;
int main(void)
{
    int **p = malloc(3 * sizeof *p);
    if (!p)
        return 0;
    p[0] = &x;
    p[1] = &y;
    p[2] = p[0];
    *p[2] += *p[1];
    p[0] = p[1];
    claim(x == 3 && *p[0] == 2 && *p[2] == 3);
    free(p);
    return 0;
}
