/* SPDX-License-Identifier: GPL-3.0-or-later */
// Counters in a block of calloc.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    static const char text[] = "mississippi";
    unsigned *count = calloc(26, sizeof *count);
    if (!count)
        return 1;
    for (const char *p = text; *p; p++)
        if (++count[*p - 'a'] == 4)
            putchar(*p);
    free(count);
    return 0;
}
