/* SPDX-License-Identifier: GPL-3.0-or-later */
// A line without an equals sign is split at it.
// kind: null
// input: verbose\n
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[64];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    char *value = strchr(line, '=');
    *value++ = '\0'; // error
    printf("%s: %s", line, value);
    return 0;
}
