/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <stdarg.h>

/* Two rounds over the same arguments. */
static int product_minus_sum(int n, ...)
{
    va_list ap;
    int p = 1, s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        p *= va_arg(ap, int);
    va_end(ap);
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        s += va_arg(ap, int);
    va_end(ap);
    return p - s;
}
int main(void)
{
    CLAIM(1, product_minus_sum(3, 2, 3, 4) == 15);
    CLAIM(2, product_minus_sum(1, 7) == 0);
    return 0;
}
