/* SPDX-License-Identifier: GPL-3.0-or-later */
// A list of strings ends with a null pointer.
#include <stdarg.h>
#include <stdio.h>

static int total_length(const char *first, ...)
{
    va_list ap;
    int n = 0;
    va_start(ap, first);
    for (const char *s = first; s; s = va_arg(ap, const char *))
        for (const char *p = s; *p; p++)
            n++;
    va_end(ap);
    return n;
}

int main(void)
{
    printf("%d\n", total_length("one", "two", "three", (char *)NULL));
    return 0;
}
