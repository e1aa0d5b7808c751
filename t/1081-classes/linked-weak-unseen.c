/* SPDX-License-Identifier: GPL-3.0-or-later */
// The same weak reference, and a library that the tool is not given.
// build: $PLAIN -DLIBRARY -fPIC -shared $S -o libs.so
// build: $CC $S -L. -Wl,--no-as-needed -ls -Wl,-rpath,. -o prog
// run: ./prog
// wants: any
#include <assert.h>
#ifdef LIBRARY
int hook(void)
{
    return 3;
}
#else
extern int hook(void) __attribute__((weak));
int main(void)
{
    assert(!hook);
    return 0;
}
#endif
