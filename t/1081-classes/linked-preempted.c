/* SPDX-License-Identifier: GPL-3.0-or-later */
// A function of a library that the program is not told of replaces libc's rand.
// build: $PLAIN -DLIBRARY -fPIC -shared $S -o libs.so
// build: $CC $S -L. -ls -Wl,-rpath,. -o prog
// run: ./prog
// wants: any
#include <assert.h>
#include <stdlib.h>
#ifdef LIBRARY
int rand(void)
{
    return -1;
}
#else
int main(void)
{
    assert(rand() >= 0);
    return 0;
}
#endif
