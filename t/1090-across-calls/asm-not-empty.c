/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

/* The claim holds, but nobody knows: only what is broken is of interest. */
int main(void)
{
    int k = 1, l = 1;
#if BROKEN && defined __x86_64__
    asm volatile("# nothing\n\tincl %0" : "+r"(k));
    asm volatile("; addl $1, %0" : "+r"(l) : : "cc");
    CLAIM(1, k == 2);
    CLAIM(2, l == 2);
#else
    CLAIM(1, k == 1);
    CLAIM(2, l == 1);
#endif
    return 0;
}
