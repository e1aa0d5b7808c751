/* SPDX-License-Identifier: GPL-3.0-or-later */
// A static function whose address assembler takes.
// libs: -no-pie
// aborts
#include "claim.h"
static __attribute__((noinline)) void helper(void)
{
    claim(0);
}
int main(void)
{
    __asm__ volatile("movq $helper, %%rax\n\tcall *%%rax" ::: "memory", "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9",
                     "r10", "r11", "cc");
    return 0;
}
