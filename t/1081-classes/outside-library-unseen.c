/* SPDX-License-Identifier: GPL-3.0-or-later */
// The same library, but the tool is given the program alone.
// build: $PLAIN -DLIBRARY -fPIC -shared $S -o libl.so
// build: $CC $S -L. -Wl,--no-as-needed -ll -Wl,-rpath,. -o prog
// run: ./prog
// wants: any
#include <assert.h>
int x;
#ifdef LIBRARY
extern int x;
__attribute__((constructor)) static void first(void)
{
    x += 2;
}
#else
int main(void)
{
    assert(x == 0);
    return 0;
}
#endif
