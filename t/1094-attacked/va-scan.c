/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// Conversions write through the elements of the va_list.
#include <stdarg.h>
#include <stdio.h>
static void get(const char *s, ...)
{
    va_list ap;
    va_start(ap, s);
    vsscanf(s, "%7s", ap);
    va_end(ap);
}
int main(void) { char b[4]; get("abcdefg", b); return 0; }
