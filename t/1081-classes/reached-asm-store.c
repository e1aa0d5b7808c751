/* SPDX-License-Identifier: GPL-3.0-or-later */
// Assembler stores through a register.
// wants: any
#include <assert.h>
int main(void)
{
    int x = 1;
    __asm__ volatile("movl $2, (%0)" : : "r"(&x) : "memory");
    assert(!(x == 2));
    return 0;
}
