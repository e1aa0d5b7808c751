/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <stdarg.h>

static int twice(int n, ...)
{
    va_list ap, again;
    va_start(ap, n);
    int first = va_arg(ap, int);
    va_copy(again, ap);
    int a = va_arg(ap, int), b = va_arg(ap, int);
    int c = va_arg(again, int);
    va_end(again);
    va_end(ap);
    CLAIM(1, c == a);
    return first + 10 * a + 100 * b;
}
int main(void)
{
    CLAIM(2, twice(3, 1, 2, 3) == 321);
    return 0;
}
