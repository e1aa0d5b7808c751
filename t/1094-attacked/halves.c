/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// Two numbers of 32 bits hold an address.
#include <stdint.h>
#include <stdlib.h>
static struct { uint32_t lo, hi; } d;
static int x;
int main(void)
{
    uintptr_t u = (uintptr_t)&x;
    d.lo = (uint32_t)u; d.hi = (uint32_t)(u >> 32);
    int *p = (int *)(((uintptr_t)d.hi << 32) | d.lo);
    *p = 1;
    if (x) abort();
    return 0;
}
