/* SPDX-License-Identifier: GPL-3.0-or-later */
// -flto leaves no fragments of the objects: the product gets that of the program.
// build: $CC -O2 -flto -DOTHER -c $S -o other.o
// build: $CC -O2 -flto $S other.o -o prog
// wants: True
#include "claim.h"
extern int f(int x);
#ifdef OTHER
int f(int x)
{
    return x * 2;
}
#else
int main(void)
{
    volatile int x = 3;
    claim(f(x) == 6);
    return 0;
}
#endif
