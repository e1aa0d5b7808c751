/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

static int opaque(int x)
{
    asm("" : "+r"(x));
    return x;
}
static void use(const void *p) { asm volatile("" : : "g"(p) : "memory"); }
int main(void)
{
    int k = 9;
    use(&k);
    CLAIM(1, opaque(k) == 9);
    CLAIM(2, opaque(opaque(1) + 1) == 2);
    return 0;
}
