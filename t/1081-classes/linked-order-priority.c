/* SPDX-License-Identifier: GPL-3.0-or-later */
// A priority in a later unit comes before none in an earlier one.
// build: $CC '-DORDER=constructor' -DADD=1 -c $S -o one.o
// build: $CC '-DORDER=constructor(500)' -DADD=2 -c $S -o two.o
// build: $CC one.o two.o $S -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
extern int x;
#ifdef ADD
__attribute__((ORDER)) static void first(void)
{
    x = x * 10 + ADD;
}
#else
int x;
int main(void)
{
    claim(x == 21);
    return 0;
}
#endif
