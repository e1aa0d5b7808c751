/* SPDX-License-Identifier: GPL-3.0-or-later */
// ld -r of two units, then f made local: another f elsewhere does not collide.
// build: $CC -DPART=1 -c $S -o one.o
// build: $CC -DPART=2 -c $S -o two.o
// build: ld -r one.o two.o -o both.o
// build: objcopy --localize-symbol=f both.o
// build: $CC $S both.o -o prog
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
extern int f(void);
extern int g(void);
#if PART == 1
int f(void)
{
    return 1;
}
#elif PART == 2
int g(void)
{
    return f();
}
#else
int f(void)
{
    return 2;
}
int main(void)
{
    claim(g() == 1 && f() == 2);
    return 0;
}
#endif
