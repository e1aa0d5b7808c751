/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <stdarg.h>

/* A list that a function keeps while it calls another of its own kind. */
static int depth;
static int last(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int v = 0;
    for (; n > 0; n--)
        v = va_arg(ap, int);
    va_end(ap);
    return v;
}
static int wrap(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int a = va_arg(ap, int);
    depth += last(2, 8, 9);
    int b = va_arg(ap, int);
    va_end(ap);
    return 10 * a + b;
}
int main(void)
{
    CLAIM(1, wrap(2, 1, 2) == 12);
    CLAIM(2, depth == 9);
    return 0;
}
