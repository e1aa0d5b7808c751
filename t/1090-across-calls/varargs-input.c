/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <stdarg.h>

static int pick(int which, ...)
{
    va_list ap;
    va_start(ap, which);
    int v = va_arg(ap, int);
    if (which)
        v = va_arg(ap, int);
    va_end(ap);
    return v;
}
int main(int argc, char **argv)
{
    int c = 0;
    if (argc > 1)
        c = 1;
    int v = pick(c, 10, 20);
    CLAIM(1, v == (c ? 20 : 10));
    CLAIM(2, v != 15);
    return 0;
}
