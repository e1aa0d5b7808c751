/* SPDX-License-Identifier: GPL-3.0-or-later */
// A copy is freed on every way out.
// input: -\n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int length(const char *line)
{
    char *copy = malloc(strlen(line) + 1);
    if (!copy)
        return -1;
    strcpy(copy, line);
    if (copy[0] == '-') {
        free(copy);
        return -1;
    }
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
