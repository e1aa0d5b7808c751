/* SPDX-License-Identifier: GPL-3.0-or-later */
// Constructors run in the order of units; that one of them includes the file of a later one says nothing.
// build: cp $S one.c; cp $S middle.c; printf '#include "middle.c"\n' >last.c
// build: $CC -I$(dirname $S) -DADD=1 -c last.c -o last.o
// build: $CC -I$(dirname $S) -DADD=2 -c one.c -o one.o
// build: $CC -I$(dirname $S) -DADD=3 -c middle.c -o middle.o
// build: $CC last.o one.o middle.o $S -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
extern int x;
#ifdef ADD
__attribute__((constructor)) static void add(void)
{
    x = x * 10 + ADD;
}
#else
int x;
int main(void)
{
    claim(x == 123);
    return 0;
}
#endif
