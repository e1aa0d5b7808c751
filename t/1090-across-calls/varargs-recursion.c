/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <stdarg.h>

/* Maybe: a list is a local variable whose address is taken, which recursive functions do not keep. */
static int down(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int v = va_arg(ap, int);
    va_end(ap);
    return n ? v + down(n - 1, 10 * v) : v;
}
int main(void)
{
    CLAIM(1, down(0, 5) == 5);
    int r = down(2, 1);
    CLAIM(2, r == 111);
    return 0;
}
