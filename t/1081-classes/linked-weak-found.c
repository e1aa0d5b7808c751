/* SPDX-License-Identifier: GPL-3.0-or-later */
// A weak reference that a library given to the tool defines.
// build: $CC -DLIBRARY -fPIC -shared $S -o libs.so
// build: $CC $S -L. -Wl,--no-as-needed -ls -Wl,-rpath,. -o prog
// check: prog libs.so
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
#ifdef LIBRARY
int hook(void)
{
    return 3;
}
#else
extern int hook(void) __attribute__((weak));
int main(void)
{
    claim(hook && hook() == 3);
    return 0;
}
#endif
