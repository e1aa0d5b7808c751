/* SPDX-License-Identifier: GPL-3.0-or-later */
// A function that is written in assembler at the top level.
#include "claim.h"
int seven(void);
__asm__(".text\n.globl seven\nseven: movl $7, %eax\nret\n");
int main(void)
{
    int x = seven(); // construct
    claim(x == 7);
    return 0;
}
