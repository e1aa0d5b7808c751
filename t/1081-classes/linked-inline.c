/* SPDX-License-Identifier: GPL-3.0-or-later */
// An inline definition here, an external one of another body elsewhere: at -O0 the external one is called.
// build: $CC -DOTHER -c $S -o other.o
// build: $CC $S other.o -o prog
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
inline int f(void)
{
    return 1;
}
int main(void)
{
    claim(f() == 2);
    return 0;
}
#endif
