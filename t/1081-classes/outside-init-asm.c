/* SPDX-License-Identifier: GPL-3.0-or-later */
// Assembler at file level puts a pointer into .init_array.
// run: ./prog
// wants: any
#include <assert.h>
int x;
__attribute__((used)) static void first(void)
{
    x = 1;
}
__asm__(".pushsection .init_array,\"aw\"\n.quad first\n.popsection");
int main(void)
{
    assert(x == 0);
    return 0;
}
