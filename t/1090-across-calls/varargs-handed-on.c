/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <stdarg.h>

static int next(va_list ap) { return va_arg(ap, int); }
static int take(va_list *ap) { return va_arg(*ap, int); }
static int both(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int a = take(&ap), b = take(&ap), c = next(ap);
    va_end(ap);
    return 100 * a + 10 * b + c;
}
int main(void)
{
    CLAIM(1, both(3, 1, 2, 3) == 123);
    CLAIM(2, both(3, 4, 5, 6) == 456);
    return 0;
}
