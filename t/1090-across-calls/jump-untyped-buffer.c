/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <setjmp.h>

/* One setjmp sees the buffer as something else. */
static long room[sizeof(jmp_buf) / sizeof(long)];
static int at;
static void leave(void) { longjmp(*(jmp_buf *)room, 1); }
int main(void)
{
    if (setjmp(*(jmp_buf *)room)) {
        CLAIM(1, at == 1);
        return 0;
    }
    at = 1;
    leave();
}
