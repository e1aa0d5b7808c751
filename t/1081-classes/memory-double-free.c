/* SPDX-License-Identifier: GPL-3.0-or-later */
// A block is freed twice.
// undefined
// aborts
// wants: any
#include "claim.h"
int main(void)
{
    char *p = malloc(40), *q = p;
    if (!p)
        return 0;
    free(p);
    free(q);
    claim(0);
    return 0;
}
