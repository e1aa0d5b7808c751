/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"
#include <stdarg.h>

static int count;
static long read_all(const char *what, ...)
{
    va_list ap;
    long sum = 0;
    va_start(ap, what);
    for (; *what; what++) {
        count++;
        if (*what == 'i')
            sum += va_arg(ap, int);
        else if (*what == 'l')
            sum += va_arg(ap, long);
        else if (*what == 'u')
            sum += va_arg(ap, unsigned);
        else
            sum += *va_arg(ap, char *);
    }
    va_end(ap);
    return sum;
}
int main(void)
{
    char c = 3;
    short s = -2;
    CLAIM(1, read_all("il", 1, 2L) == 3);
    CLAIM(2, read_all("pu", "A", 4000000000u) == 4000000065L);
    CLAIM(3, read_all("ii", c, s) == 1);
    CLAIM(4, count == 6);
    return 0;
}
