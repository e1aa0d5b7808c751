/* SPDX-License-Identifier: GPL-3.0-or-later */
// A pointer in .init_array of a plain object calls the program's function.
// build: $PLAIN -DOTHER -c $S -o other.o
// build: $CC $S other.o -o prog
// run: ./prog
// wants: any
#include <stdlib.h>
#ifdef OTHER
extern void target(void);
__attribute__((section(".init_array"), used)) static void (*const a)(void) = target;
#else
void target(void)
{
    abort();
}
int main(void)
{
    return 0;
}
#endif
