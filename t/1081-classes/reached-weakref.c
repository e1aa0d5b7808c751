/* SPDX-License-Identifier: GPL-3.0-or-later */
// weakref: a static name for a function that is elsewhere, or null.
// build: $CC -DOTHER -c $S -o other.o
// build: $CC $S other.o -o prog
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
#ifdef OTHER
int real(void)
{
    return 4;
}
#else
static int maybe(void) __attribute__((weakref("real")));
static int none(void) __attribute__((weakref("missing")));
int main(void)
{
    claim(maybe && maybe() == 4 && !none);
    return 0;
}
#endif
