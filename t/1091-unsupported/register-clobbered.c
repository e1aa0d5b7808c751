/* SPDX-License-Identifier: GPL-3.0-or-later */
// An instruction changes a global register variable behind the compiler's back.
#include "claim.h"
register long kept __asm__("r14"); // construct
__attribute__((noinline)) static void set(void)
{
    __asm__ volatile("movq $9, %r14"); // construct
}
int main(void)
{
    long before = kept;
    kept = 5;
    set();
    long after = kept;
    kept = before;
    claim(after == 9);
    return 0;
}
