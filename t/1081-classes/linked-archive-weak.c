/* SPDX-License-Identifier: GPL-3.0-or-later */
// A weak definition in the program keeps the strong one of an archive out.
// build: $CC -DOTHER -c $S -o other.o
// build: ar rcs liba.a other.o
// build: $CC $S -L. -la -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
#ifdef OTHER
int f(void)
{
    return 2;
}
#else
__attribute__((weak)) int f(void)
{
    return 1;
}
int main(void)
{
    claim(f() == 1);
    return 0;
}
#endif
