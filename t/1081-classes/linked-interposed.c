/* SPDX-License-Identifier: GPL-3.0-or-later */
// Without it the program's function takes the place of the library's.
// build: $CC -DLIBRARY -fPIC -shared $S -o libs.so
// build: $CC $S -L. -ls -Wl,-rpath,. -o prog
// check: prog libs.so
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
extern int f(void);
extern int g(void);
#ifdef LIBRARY
int f(void)
{
    return 1;
}
int g(void)
{
    return f();
}
#else
int f(void)
{
    return 2;
}
int main(void)
{
    claim(g() == 2);
    return 0;
}
#endif
