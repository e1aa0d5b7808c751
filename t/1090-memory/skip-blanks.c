/* SPDX-License-Identifier: GPL-3.0-or-later */
// A pointer that has moved into the line is freed.
// kind: invalid-free
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
    while (*line == ' ')
        line++;
    printf("%s", line);
    free(line); // error
    return 0;
}
