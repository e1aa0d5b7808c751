/* SPDX-License-Identifier: GPL-3.0-or-later */
// --defsym gives a variable a second name in its own unit, where the compiler takes the two for two.
// build: $CC -O2 $S -Wl,--defsym=y=x -o prog
// run: ./prog
// wants: any
#include "claim.h"
int x = 1;
extern int y;
void add(void)
{
    int before = x;
    y += 6;
    claim(x == before + 6);
}
int main(void)
{
    add();
    return 0;
}
