/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <stdarg.h>

static int sum(int n, ...)
{
    va_list ap;
    int total = 0;
    va_start(ap, n);
    while (n--)
        total += va_arg(ap, int);
    va_end(ap);
    return total;
}
int main(void)
{
    CLAIM(1, sum(3, 1, 2, 4) == 7);
    CLAIM(2, sum(0) == 0);
    CLAIM(3, sum(2, sum(1, 5), -1) == 4);
    return 0;
}
