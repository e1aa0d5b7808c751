/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <setjmp.h>

static jmp_buf env;
static int count;
static void leave(int v)
{
    count++;
    longjmp(env, v);
}
int main(void)
{
    int v = setjmp(env);
    if (v == 0)
        leave(7);
    CLAIM(1, v == 7);
    CLAIM(2, count == 1);
    return 0;
}
