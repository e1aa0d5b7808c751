/* SPDX-License-Identifier: GPL-3.0-or-later */
// Common symbols of two units are one variable; a definition takes their place.
// build: $CC -fcommon -DPART=1 -c $S -o one.o
// build: $CC -fcommon -DPART=2 -c $S -o two.o
// build: $CC -fcommon $S one.o two.o -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
extern void set(void);
#if PART == 1
int x;
void set(void)
{
    x++;
}
#elif PART == 2
int x = 4;
#else
int x;
int main(void)
{
    set();
    claim(x == 5);
    return 0;
}
#endif
