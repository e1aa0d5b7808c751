/* SPDX-License-Identifier: GPL-3.0-or-later */
// Each activation of a recursive function has locals of its own.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static void product(int n, long *out)
{
    long below = 1;
    if (n > 1)
        product(n - 1, &below);
    *out = below * n;
}
int main(void)
{
    long p;
    product(7, &p);
    claim(p == 5040);
    return 0;
}
