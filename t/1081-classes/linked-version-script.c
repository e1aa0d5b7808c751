/* SPDX-License-Identifier: GPL-3.0-or-later */
// A version script makes f local to the library.
// build: echo '{ global: g; local: *; };' >script
// build: $CC -DLIBRARY -fPIC -shared $S -Wl,--version-script=script -o libs.so
// build: $CC $S -L. -ls -Wl,-rpath,. -o prog
// check: prog libs.so
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
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
    claim(g() == 1);
    return 0;
}
#endif
