/* SPDX-License-Identifier: GPL-3.0-or-later */
// A constructor in an object that was compiled without the specs.
// build: $PLAIN -DOTHER -c $S -o other.o
// build: $CC $S other.o -o prog
// run: ./prog
// wants: any
#include <assert.h>
extern int x;
#ifdef OTHER
__attribute__((constructor)) static void first(void)
{
    x = 2;
}
#else
int x = 1;
int main(void)
{
    assert(x == 1);
    return 0;
}
#endif
