/* SPDX-License-Identifier: GPL-3.0-or-later */
// A function that the loader chooses is not the one that tells it which.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int one(void)
{
    return 1;
}
int (*resolve(void))(void)
{
    return one;
}
int chosen(void) __attribute__((ifunc("resolve")));
int main(void)
{
    claim(chosen() == 1);
    return 0;
}
