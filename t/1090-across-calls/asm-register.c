/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

int main(void)
{
#ifdef __x86_64__
    register int r asm("ebx") = 5;
#else
    int r = 5;
#endif
    asm volatile("" : "+r"(r));
    CLAIM(1, r == 5);
    return 0;
}
