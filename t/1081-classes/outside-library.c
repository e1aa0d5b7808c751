/* SPDX-License-Identifier: GPL-3.0-or-later */
// The constructor of a shared library runs before that of the program.
// build: $CC -DLIBRARY -fPIC -shared $S -o libl.so
// build: $CC $S -L. -ll -Wl,-rpath,. -o prog
// check: prog libl.so
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
extern int x;
#ifdef LIBRARY
int x = 1;
__attribute__((constructor)) static void first(void)
{
    x += 2;
}
#else
__attribute__((constructor)) static void second(void)
{
    x *= 2;
}
int main(void)
{
    claim(x == 6);
    return 0;
}
#endif
