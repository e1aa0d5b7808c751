/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <stdarg.h>

/* The callee writes through what it is handed. */
static void fill(int value, ...)
{
    va_list ap;
    int *p;
    va_start(ap, value);
    while ((p = va_arg(ap, int *)))
        *p = value++;
    va_end(ap);
}
int main(void)
{
    int a = 0, b = 0, c = 50;
    fill(7, &a, &b, (int *)0);
    CLAIM(1, a == 7);
    CLAIM(2, b == 8);
    CLAIM(3, c == 50);
    return 0;
}
