/* SPDX-License-Identifier: GPL-3.0-or-later */
// A constructor in such an object registers a handler that it gets by a global pointer.
// build: $PLAIN -DOTHER -c $S -o other.o
// build: $CC $S other.o -o prog
// run: ./prog
// wants: any
#include <stdlib.h>
extern void (*hook)(void);
#ifdef OTHER
__attribute__((destructor)) static void last(void)
{
    hook();
}
#else
static void target(void)
{
    abort();
}
void (*hook)(void) = target;
int main(void)
{
    return 0;
}
#endif
