/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <setjmp.h>

static sigjmp_buf one, two;
static int at;
int main(void)
{
    if (sigsetjmp(one, 1)) {
        CLAIM(1, at == 3);
        return 0;
    }
    at += 1;
    if (sigsetjmp(two, 0)) {
        at += 1;
        siglongjmp(one, 2);
    }
    at += 1;
    siglongjmp(two, 1);
}
