/* SPDX-License-Identifier: GPL-3.0-or-later */
// A variable is int in one unit and an array of char in the other.
// build: $CC -DOTHER -c $S -o other.o
// build: $CC $S other.o -o prog
// wants: any
#include <assert.h>
extern void set(void);
#ifdef OTHER
extern char x[4];
void set(void)
{
    x[0] = 5;
}
#else
int x = 1;
int main(void)
{
    set();
    assert(!(x == 5));
    return 0;
}
#endif
