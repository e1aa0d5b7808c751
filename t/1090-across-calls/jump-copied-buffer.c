/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <setjmp.h>

#include <string.h>
static jmp_buf one, two, copy;
static int at;
int main(void)
{
    if (setjmp(one)) {
        CLAIM(1, at == 1);
        return 0;
    }
    if (setjmp(two))
        abort();
    at = 1;
    *copy = *one;
    longjmp(copy, 1);
}
