/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <setjmp.h>

/* The last setjmp counts. */
static jmp_buf env;
static int at;
int main(void)
{
    if (setjmp(env))
        abort();
    at = 1;
    if (!setjmp(env)) {
        at = 2;
        longjmp(env, 1);
    }
    CLAIM(2, at == 2);
    return 0;
}
