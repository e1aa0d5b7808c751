/* SPDX-License-Identifier: GPL-3.0-or-later */
// A common symbol whose definition is in an object without fragment.
// build: $PLAIN -DOTHER -c $S -o other.o
// build: $CC -fcommon $S other.o -o prog
// run: ./prog
// wants: any
#include <assert.h>
#ifdef OTHER
int x = 3;
#else
int x;
int main(void)
{
    assert(x == 0);
    return 0;
}
#endif
