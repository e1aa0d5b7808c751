/* SPDX-License-Identifier: GPL-3.0-or-later */
// Assembler calls a function that C never does.
// run: ./prog
// wants: any
#include <stdlib.h>
__attribute__((used)) static void target(void)
{
    abort();
}
int main(void)
{
    __asm__ volatile("subq $128, %%rsp\n\tandq $-16, %%rsp\n\tcall target"
                     : : : "rax", "rcx", "rdx", "rsi", "rdi", "memory");
    return 0;
}
