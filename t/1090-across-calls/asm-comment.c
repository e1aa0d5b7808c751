/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

int main(void)
{
    int k = 1;
    asm volatile("# %0 is only named" : "+r"(k));
    asm volatile("\n\t/* nothing */ ;\n # here\n" : "+r"(k) : : "memory");
    CLAIM(1, k == 1);
    return 0;
}
