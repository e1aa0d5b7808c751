/* SPDX-License-Identifier: GPL-3.0-or-later */
// Two libraries with a function of one name: the first one's is called.
// build: $CC -DLIBRARY=1 -fPIC -shared $S -o liba.so
// build: $CC -DLIBRARY=2 -fPIC -shared $S -o libb.so
// build: $CC $S -L. -lb -la -Wl,-rpath,. -o prog
// check: prog liba.so libb.so
// wants: any
#include <assert.h>
extern int f(void);
#ifdef LIBRARY
int f(void)
{
    return LIBRARY;
}
#else
int main(void)
{
    assert(!(f() == 2));
    return 0;
}
#endif
