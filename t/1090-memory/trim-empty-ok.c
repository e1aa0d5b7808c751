/* SPDX-License-Identifier: GPL-3.0-or-later */
// Blanks at the end of a line are trimmed.
// input: \n
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void trim(char *s)
{
    int n = (int)strlen(s);
    while (n > 0 && isspace((unsigned char)s[n - 1]))
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
