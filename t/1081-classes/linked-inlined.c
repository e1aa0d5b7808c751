/* SPDX-License-Identifier: GPL-3.0-or-later */
// An extern inline function that is always inlined: calls run its own body, pointers point to the other definition.
// build: $CC -DOTHER -c $S -o other.o
// build: $CC $S other.o -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
#ifdef OTHER
int which(void)
{
    return 2;
}
#else
extern inline __attribute__((gnu_inline, always_inline)) int which(void)
{
    return 1;
}
int main(void)
{
    int (*pointer)(void) = which;
    claim(which() == 1 && pointer() == 2);
    return 0;
}
#endif
