/* SPDX-License-Identifier: GPL-3.0-or-later */
// main is in an object without fragment, and calls what aborts.
// build: $PLAIN -DOTHER -c $S -o other.o
// build: $CC $S other.o -o prog
// check: --entry=f prog
// run: ./prog
// wants: any
#include <assert.h>
extern void f(int x);
#ifdef OTHER
int main(void)
{
    f(3);
    return 0;
}
#else
void f(int x)
{
    assert(x != 3);
}
#endif
