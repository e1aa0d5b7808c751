/* SPDX-License-Identifier: GPL-3.0-or-later */
// The end of a blank line is trimmed beyond its beginning.
// kind: out-of-bounds
// input: \n
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void trim(char *s)
{
    int n = (int)strlen(s);
    while (isspace((unsigned char)s[n - 1])) // error
        n--;
    s[n] = '\0';
}

int main(void)
{
    char line[32];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    trim(line);
    printf("[%s]\n", line);
    return 0;
}
