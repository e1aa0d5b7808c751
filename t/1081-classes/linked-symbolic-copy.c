/* SPDX-License-Identifier: GPL-3.0-or-later */
// -Bsymbolic, and a program that was not compiled with -fPIC: it has a copy of the library's variable, which the library does
// not change. The weak definition makes the link keep what it found out.
// build: $CC -DLIBRARY -fPIC -shared $S -Wl,-Bsymbolic -o libsymboliccopy.so
// build: $CC $S -L. -lsymboliccopy -Wl,-rpath,. -o prog
// check: prog libsymboliccopy.so
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
extern int x;
extern int add(int n);
#ifdef LIBRARY
int weak = 13;
int x = 6;
int add(int n)
{
    x += n;
    return 2 * x;
}
#else
__attribute__((weak)) int weak = 7;
int main(void)
{
    claim(add(7) == 26 && x == 6 && weak == 7);
    return 0;
}
#endif
