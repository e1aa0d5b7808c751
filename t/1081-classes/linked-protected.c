/* SPDX-License-Identifier: GPL-3.0-or-later */
// A protected function of a library is called by the library, whatever the program defines.
// build: $CC -DLIBRARY -fPIC -shared $S -o libs.so
// build: $CC $S -L. -ls -Wl,-rpath,. -o prog
// check: prog libs.so
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
extern int g(void);
#ifdef LIBRARY
__attribute__((visibility("protected"))) int f(void)
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
