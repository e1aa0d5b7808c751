/* SPDX-License-Identifier: GPL-3.0-or-later */
// An instruction with several outputs and inputs that are tied to them.
#include "claim.h"
int main(void)
{
    unsigned low = 0x80000000, high = 1, divisor = 2;
    __asm__("divl %2" : "+a"(low), "+d"(high) : "r"(divisor) : "cc"); // construct
    claim(low == 0xc0000000 && high == 0);
    return 0;
}
