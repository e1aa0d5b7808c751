/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <setjmp.h>

/* The frame that is jumped to is as it was when it was left. */
static jmp_buf env;
static void deeper(int x)
{
    int local = x;
    if (x > 2)
        longjmp(env, local);
    deeper(x + 1);
}
int main(void)
{
    volatile int a = 1;
    int v = setjmp(env);
    if (!v) {
        a = 2;
        deeper(0);
    }
    CLAIM(1, a == 2);
    CLAIM(2, v == 3);
    return 0;
}
