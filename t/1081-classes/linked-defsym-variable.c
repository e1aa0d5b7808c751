/* SPDX-License-Identifier: GPL-3.0-or-later */
// --defsym gives a variable a second name, by which another unit knows it.
// build: $CC -DOTHER -c $S -o other.o
// build: $CC $S other.o -Wl,--defsym=y=x -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
#ifdef OTHER
extern int y;
int second(void)
{
    return y;
}
#else
int second(void);
int x = 1;
int main(void)
{
    x = 2;
    claim(second() == 2);
    return 0;
}
#endif
