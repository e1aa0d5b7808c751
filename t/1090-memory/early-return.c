/* SPDX-License-Identifier: GPL-3.0-or-later */
// A line that begins with a minus sign ends the function before the copy is freed.
// kind: leak
// input: -\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int length(const char *line)
{
    char *copy = malloc(strlen(line) + 1); // allocated
    if (!copy)
        return -1;
    strcpy(copy, line);
    if (copy[0] == '-')
        return -1; // error
    copy[strcspn(copy, "\n")] = '\0';
    int n = (int)strlen(copy);
    free(copy);
    return n;
}

int main(void)
{
    char line[64];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    printf("%d\n", length(line));
    return 0;
}
