/* SPDX-License-Identifier: GPL-3.0-or-later */
// The dynamic linker chooses a function when the program starts.
#include "claim.h"
static int one(void)
{
    return 1;
}
static int (*resolve(void))(void)
{
    return one;
}
int chosen(void) __attribute__((ifunc("resolve")));
int main(void)
{
    int x = chosen(); // construct
    claim(x == 1);
    return 0;
}
