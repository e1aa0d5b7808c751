/* SPDX-License-Identifier: GPL-3.0-or-later */
// The compiler's own longjmp.
#include "claim.h"
static void *buffer[5];
static int x;
__attribute__((noinline)) static void leave(void)
{
    x = 3;
    __builtin_longjmp(buffer, 1); // construct
}
int main(void)
{
    if (__builtin_setjmp(buffer) == 0) { // construct
        leave();
        x = 4;
    }
    claim(x == 3);
    return 0;
}
