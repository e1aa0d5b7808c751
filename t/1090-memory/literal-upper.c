/* SPDX-License-Identifier: GPL-3.0-or-later */
// A string literal is changed.
// kind: read-only
#include <ctype.h>
#include <stdio.h>

static void upper(char *s)
{
    for (; *s; s++)
        *s = (char)toupper((unsigned char)*s); // error
}

int main(void)
{
    char *greeting = "hello";
    upper(greeting);
    puts(greeting);
    return 0;
}
