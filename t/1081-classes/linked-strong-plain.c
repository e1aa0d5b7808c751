/* SPDX-License-Identifier: GPL-3.0-or-later */
// A weak definition whose strong one is in an object without fragment.
// build: $PLAIN -DOTHER -c $S -o other.o
// build: $CC $S other.o -o prog
// run: ./prog
// wants: any
#include <assert.h>
#ifdef OTHER
int f(void)
{
    return 3;
}
#else
__attribute__((weak)) int f(void)
{
    return 1;
}
int main(void)
{
    assert(f() == 1);
    return 0;
}
#endif
