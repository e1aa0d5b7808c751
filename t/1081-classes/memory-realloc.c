/* SPDX-License-Identifier: GPL-3.0-or-later */
// A block that grows keeps what is in it.
// exhaustive
// wants: True
// opposite: any
#include "claim.h"
int main(void)
{
    int *p = malloc(2 * sizeof *p);
    if (!p)
        return 0;
    p[0] = 10;
    p[1] = 20;
    int *q = realloc(p, 4 * sizeof *q);
    if (!q) {
        free(p);
        return 0;
    }
    q[2] = 30;
    claim(q[0] + q[1] + q[2] == 60);
    free(q);
    return 0;
}
