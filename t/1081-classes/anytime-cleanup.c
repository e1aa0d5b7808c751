/* SPDX-License-Identifier: GPL-3.0-or-later */
// __attribute__((cleanup)) runs when the scope is left by break.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int x;
static void leave(int *p)
{
    x = *p;
}
int main(void)
{
    for (int i = 0; i < 3; i++) {
        __attribute__((cleanup(leave))) int y = i + 5;
        if (i == 1)
            break;
        y++;
    }
    claim(x == 6);
    return 0;
}
