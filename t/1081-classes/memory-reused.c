/* SPDX-License-Identifier: GPL-3.0-or-later */
// Blocks that come and go by the hundred.
// exhaustive
// wants: True
// opposite: any
#include "claim.h"
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 300; i++) {
        int *p = malloc(sizeof *p);
        if (!p)
            return 0;
        *p = i;
        sum += *p;
        free(p);
    }
    claim(sum == 299 * 300 / 2);
    return 0;
}
