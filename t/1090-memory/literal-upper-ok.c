/* SPDX-License-Identifier: GPL-3.0-or-later */
// An array that a string literal initialises is changed.
#include <ctype.h>
#include <stdio.h>

static void upper(char *s)
{
    for (; *s; s++)
        *s = (char)toupper((unsigned char)*s);
}

int main(void)
{
    char greeting[] = "hello";
    upper(greeting);
    puts(greeting);
    return 0;
}
