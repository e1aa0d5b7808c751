/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <stdarg.h>

/* Two functions' lists at a time. */
static int inner(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int v = va_arg(ap, int);
    va_end(ap);
    return v * n;
}
static int outer(int n, ...)
{
    va_list ap;
    int s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        s += inner(2, va_arg(ap, int));
    va_end(ap);
    return s;
}
int main(void)
{
    CLAIM(1, outer(2, 3, 4) == 14);
    CLAIM(2, outer(2, outer(1, 1), 1) == 6);
    return 0;
}
