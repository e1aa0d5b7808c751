/* SPDX-License-Identifier: GPL-3.0-or-later */
// A line is split at its commas; a fifth field has no place.
// kind: out-of-bounds
// input: a,b,c,d,e\n
#include <stdio.h>
#include <string.h>

#define FIELDS 4

int main(void)
{
    char line[80];
    char *fields[FIELDS];
    int n = 0;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    for (char *p = line; p;) {
        char *comma = strchr(p, ',');
        if (comma)
            *comma++ = '\0';
        fields[n++] = p; // error
        p = comma;
    }
    for (int i = 0; i < n; i++)
        puts(fields[i]);
    return 0;
}
