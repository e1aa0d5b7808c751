/* SPDX-License-Identifier: GPL-3.0-or-later */
// A unit in assembler stores into the program's variable and calls its function.
// build: printf '.globl go\ngo: movl $2, x(%%rip)\njmp target\n' >go.s
// build: $CC -c go.s -o go.o
// build: $CC $S go.o -o prog
// run: ./prog
// wants: any
#include <assert.h>
int x = 1;
extern void go(void);
void target(void)
{
    assert(x == 1);
}
int main(void)
{
    go();
    return 0;
}
