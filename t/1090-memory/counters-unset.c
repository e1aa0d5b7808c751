/* SPDX-License-Identifier: GPL-3.0-or-later */
// Counters in a block of malloc are counted up from nothing.
// kind: uninitialised
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    static const char text[] = "mississippi";
    unsigned *count = malloc(26 * sizeof *count);
    if (!count)
        return 1;
    for (const char *p = text; *p; p++)
        if (++count[*p - 'a'] == 4) // error
            putchar(*p);
    free(count);
    return 0;
}
