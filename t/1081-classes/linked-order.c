/* SPDX-License-Identifier: GPL-3.0-or-later */
// Constructors of equal priority run in the order of the link; destructors in the opposite one.
// build: $CC -DADD=1 -c $S -o one.o
// build: $CC -DADD=2 -c $S -o two.o
// build: $CC two.o one.o $S -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
extern int x;
#ifdef ADD
__attribute__((constructor)) static void first(void)
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
