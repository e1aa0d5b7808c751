/* SPDX-License-Identifier: GPL-3.0-or-later */
// Which function it is says another, its resolver; nobody else names either.
// build: $CC -DOTHER -c $S -o other.o
// build: $CC $S other.o -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
#ifdef OTHER
static int twice(int x)
{
    return 2 * x;
}
static int (*pick(void))(int)
{
    return twice;
}
int scaled(int x) __attribute__((ifunc("pick")));
#else
extern int scaled(int x);
int main(void)
{
    int (*f)(int) = scaled;
    claim(scaled(3) == 6 && f(4) == 8);
    return 0;
}
#endif
