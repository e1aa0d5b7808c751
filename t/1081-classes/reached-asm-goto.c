/* SPDX-License-Identifier: GPL-3.0-or-later */
// asm goto leaves by a label.
// run: ./prog
// wants: any
#include <assert.h>
int main(void)
{
    __asm__ goto("jmp %l0" : : : : away);
    return 0;
away:
    assert(0);
}
