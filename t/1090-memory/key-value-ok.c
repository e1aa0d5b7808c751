/* SPDX-License-Identifier: GPL-3.0-or-later */
// A line with an equals sign is split at it.
// input: verbose\n
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[64];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    char *value = strchr(line, '=');
    if (!value)
        return 1;
    *value++ = '\0';
    printf("%s: %s", line, value);
    return 0;
}
