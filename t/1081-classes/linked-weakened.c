/* SPDX-License-Identifier: GPL-3.0-or-later */
// objcopy --weaken-symbol: the other definition wins.
// build: $CC -DOTHER -c $S -o other.o
// build: objcopy --weaken-symbol=f other.o
// build: $CC other.o $S -o prog
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
#ifdef OTHER
int f(void)
{
    return 1;
}
int g(void)
{
    return f();
}
#else
extern int g(void);
int f(void)
{
    return 2;
}
int main(void)
{
    claim(g() == 2);
    return 0;
}
#endif
