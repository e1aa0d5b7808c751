/* SPDX-License-Identifier: GPL-3.0-or-later */
// Two versions of a function in a library; the program gets the default one.
// build: printf 'V1 { };\nV2 { } V1;\n' >script
// build: $CC -DLIBRARY -fPIC -shared $S -Wl,--version-script=script -o libs.so
// build: $CC $S -L. -ls -Wl,-rpath,. -o prog
// check: prog libs.so
// wants: any
#include <assert.h>
#ifdef LIBRARY
__attribute__((symver("f@V1"))) int old(void)
{
    return 1;
}
__attribute__((symver("f@@V2"))) int new(void)
{
    return 2;
}
#else
extern int f(void);
int main(void)
{
    assert(!(f() == 2));
    return 0;
}
#endif
