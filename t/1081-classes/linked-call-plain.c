/* SPDX-License-Identifier: GPL-3.0-or-later */
// An object without fragment calls a function of the program that nothing else does.
// build: $PLAIN -DOTHER -c $S -o other.o
// build: $CC $S other.o -o prog
// run: ./prog
// wants: any
#include <stdlib.h>
extern void target(void);
extern void touch(void);
#ifdef OTHER
void touch(void)
{
    target();
}
#else
void target(void)
{
    abort();
}
int main(void)
{
    touch();
    return 0;
}
#endif
