/* SPDX-License-Identifier: GPL-3.0-or-later */
// A static function that only assembler names.
// aborts
#include "claim.h"
static __attribute__((noinline)) void helper(void)
{
    claim(0);
}
int main(void)
{
    __asm__ volatile("call helper" ::: "memory", "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc");
    return 0;
}
