/* SPDX-License-Identifier: GPL-3.0-or-later */
// Two blocks that one call allocated have two addresses.
// run: ./prog
// wants: any
#include "claim.h"
#include <stdlib.h>
int main(void)
{
    char *p[2];
    for (int i = 0; i < 2; i++)
        if (!(p[i] = malloc(4)))
            return 0;
    claim(p[0] == p[1]);
    return 0;
}
