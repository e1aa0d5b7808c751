/* SPDX-License-Identifier: GPL-3.0-or-later */
// A variable of a library, copied into the program: one object.
// build: $CC -DLIBRARY -fPIC -shared $S -o libs.so
// build: $CC $S -no-pie -L. -ls -Wl,-rpath,. -o prog
// check: prog libs.so
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
extern int x;
extern void set(void);
#ifdef LIBRARY
int x = 1;
void set(void)
{
    x++;
}
#else
int main(void)
{
    set();
    claim(x == 2);
    return 0;
}
#endif
