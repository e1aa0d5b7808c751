/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <setjmp.h>

static jmp_buf outer, inner;
static int log_;
static void low(int x)
{
    if (x == 1)
        longjmp(inner, 1);
    longjmp(outer, 2);
}
static void middle(int x)
{
    if (setjmp(inner)) {
        log_ = 10 * log_ + 1;
        return;
    }
    low(x);
    log_ = 100;
}
int main(void)
{
    if (setjmp(outer)) {
        CLAIM(1, log_ == 1);
        return 0;
    }
    middle(1);
    CLAIM(2, log_ == 1);
    middle(2);
    abort();
}
