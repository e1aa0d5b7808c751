/* SPDX-License-Identifier: GPL-3.0-or-later */
// The line is freed where it begins.
// input:   42\n
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = malloc(40);
    if (!line)
        return 1;
    if (!fgets(line, 40, stdin))
        line[0] = '\0';
    char *p = line;
    while (*p == ' ')
        p++;
    printf("%s", p);
    free(line);
    return 0;
}
