/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <setjmp.h>

static jmp_buf env;
int main(void)
{
    volatile int tries = 0;
    int v = setjmp(env);
    tries++;
    if (tries == 1)
        longjmp(env, 0);
    CLAIM(1, v == 1);
    CLAIM(2, tries == 2);
    return 0;
}
