/* SPDX-License-Identifier: GPL-3.0-or-later */
// An instruction computes a value.
#include "claim.h"
int main(void)
{
    int x = 20;
    __asm__("addl $1, %0" : "+r"(x)); // construct
    claim(x == 21);
    return 0;
}
