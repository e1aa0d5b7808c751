/* SPDX-License-Identifier: GPL-3.0-or-later */
// objcopy --redefine-sym after compiling: the call goes elsewhere.
// build: $CC -c $S -o one.o
// build: objcopy --redefine-sym f=g one.o two.o
// build: $CC -DOTHER -c $S -o other.o
// build: $CC two.o other.o -o prog
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
#ifdef OTHER
int f(void)
{
    return 1;
}
int g(void)
{
    return 2;
}
#else
extern int f(void);
int main(void)
{
    claim(f() == 2);
    return 0;
}
#endif
