/* SPDX-License-Identifier: GPL-3.0-or-later */
// A table of the linker whose entries come from an object without fragment.
// build: $PLAIN -DOTHER -c $S -o other.o
// build: $CC $S other.o -o prog
// run: ./prog
// wants: any
#include <stdlib.h>
#ifdef OTHER
extern void target(void);
__attribute__((section("hooks"), used)) static void (*const a)(void) = target;
#else
extern void (*const __start_hooks[])(void) __attribute__((weak));
void target(void)
{
    abort();
}
int main(void)
{
    __start_hooks[0]();
    return 0;
}
#endif
