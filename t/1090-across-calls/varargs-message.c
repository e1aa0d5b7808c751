/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <stdarg.h>

/* Handed on to the C library, and read besides. */
#include <stdio.h>
static int errors;
static char text[64];
static int report(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int level = va_arg(ap, int);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    errors += level > 1;
    return level;
}
int main(void)
{
    CLAIM(1, report("%d", 2, 5) == 2);
    CLAIM(2, errors == 1);
    report("%s", 0, "x");
    CLAIM(3, errors == 1);
    return 0;
}
