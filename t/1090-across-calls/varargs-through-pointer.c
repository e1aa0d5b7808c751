/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <stdarg.h>

typedef int reader(int, ...);
static int first(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int v = va_arg(ap, int);
    va_end(ap);
    return v;
}
static int second(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    va_arg(ap, int);
    int v = va_arg(ap, int);
    va_end(ap);
    return v;
}
static int none(int n, ...) { return n; }
static reader *const readers[] = {first, second, none};
int main(void)
{
    int s = 0;
    for (int i = 0; i < 3; i++)
        s = 10 * s + readers[i](9, 4, 5);
    CLAIM(1, s == 459);
    reader *r = s == 459 ? second : first;
    CLAIM(2, r(0, 1, 2) == 2);
    return 0;
}
