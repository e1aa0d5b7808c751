/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <setjmp.h>

/* In one function. */
static jmp_buf one, two;
static int at;
int main(void)
{
    if (setjmp(one)) {
        CLAIM(1, at == 2);
        return 0;
    }
    if (setjmp(two)) {
        CLAIM(2, at == 1);
        at = 2;
        longjmp(one, 1);
    }
    at = 1;
    longjmp(two, 1);
}
