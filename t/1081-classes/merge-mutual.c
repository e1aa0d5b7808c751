/* SPDX-License-Identifier: GPL-3.0-or-later */
// Two functions that call each other, and return different things.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int odd(unsigned n);
static int even(unsigned n)
{
    return n == 0 ? 1 : odd(n - 1);
}
static int odd(unsigned n)
{
    return n == 0 ? 0 : even(n - 1);
}
int main(void)
{
    claim(even(6) && odd(5) && !even(3));
    return 0;
}
