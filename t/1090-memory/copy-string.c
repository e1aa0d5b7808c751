/* SPDX-License-Identifier: GPL-3.0-or-later */
// The copy of a string has no room for the terminator.
// kind: out-of-bounds
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s)
{
    char *t = malloc(strlen(s));
    if (!t)
        return NULL;
    strcpy(t, s); // error
    return t;
}

int main(void)
{
    char *name = copy("charlie");
    if (!name)
        return 1;
    puts(name);
    free(name);
    return 0;
}
