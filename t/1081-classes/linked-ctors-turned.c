/* SPDX-License-Identifier: GPL-3.0-or-later */
// The linker turns the entries of .ctors round.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int n;
static void one(void)
{
    n = n * 10 + 1;
}
static void two(void)
{
    n = n * 10 + 2;
}
__attribute__((section(".ctors"), used, aligned(8))) static void (*entries[])(void) = {one, two};
int main(void)
{
    claim(n == 21);
    return 0;
}
