/* SPDX-License-Identifier: GPL-3.0-or-later */
// Of two archives with the same function the first one is used.
// build: $CC -DVALUE=1 -c $S -o one.o
// build: $CC -DVALUE=2 -c $S -o two.o
// build: ar rcs liba.a one.o
// build: ar rcs libb.a two.o
// build: $CC $S -L. -lb -la -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
extern int f(void);
#ifdef VALUE
int f(void)
{
    return VALUE;
}
#else
int main(void)
{
    claim(f() == 2);
    return 0;
}
#endif
