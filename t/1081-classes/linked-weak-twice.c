/* SPDX-License-Identifier: GPL-3.0-or-later */
// Of two weak definitions the first one linked is it.
// build: $CC -DVALUE=1 -c $S -o one.o
// build: $CC -DVALUE=2 -c $S -o two.o
// build: $CC two.o one.o $S -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
extern int f(void);
#ifdef VALUE
__attribute__((weak)) int f(void)
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
