/* SPDX-License-Identifier: GPL-3.0-or-later */
// An instruction stores through a pointer.
#include "claim.h"
static int x = 1;
int main(void)
{
    int *p = &x;
    __asm__ volatile("movl $5, (%0)" : : "r"(p) : "memory"); // construct
    claim(x == 5);
    return 0;
}
