/* SPDX-License-Identifier: GPL-3.0-or-later */
// The same function, called from two places, with different outcomes.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int twice(int x)
{
    return 2 * x;
}
int main(void)
{
    int a = twice(1);
    int b = twice(3);
    claim(a == 2 && b == 6);
    return 0;
}
