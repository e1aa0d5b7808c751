/* SPDX-License-Identifier: GPL-3.0-or-later */
// The same, defined by an object that was compiled without the specs.
// build: $PLAIN -DOTHER -c $S -o other.o
// build: $CC $S other.o -o prog
// run: ./prog
// wants: any
#include <assert.h>
#ifdef OTHER
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
