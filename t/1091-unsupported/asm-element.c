/* SPDX-License-Identifier: GPL-3.0-or-later */
// An instruction writes one element of an array.
#include "claim.h"
int main(void)
{
    int x[2] = {1, 1};
    __asm__ volatile("movl $5, %0" : "=m"(x[1])); // construct
    claim(x[1] == 5);
    return 0;
}
