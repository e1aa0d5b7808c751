/* SPDX-License-Identifier: GPL-3.0-or-later */
// A hidden function of a library is another than the program's of the same name.
// build: $CC -DLIBRARY -fPIC -fvisibility=hidden -shared $S -o libs.so
// build: $CC $S -L. -ls -Wl,-rpath,. -o prog
// check: prog libs.so
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
__attribute__((visibility("default"))) extern int g(void);
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
