/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <setjmp.h>

static jmp_buf low, high;
int main(int argc, char **argv)
{
    int c = 0;
    if (argc > 1)
        c = 1;
    volatile int which = c;
    if (setjmp(low)) {
        CLAIM(1, which == 0);
        return 0;
    }
    if (setjmp(high)) {
        if (which != 1)
            abort();
        return 0;
    }
    longjmp(*(which ? &high : &low), 1);
}
