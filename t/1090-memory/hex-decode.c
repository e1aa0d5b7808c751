/* SPDX-License-Identifier: GPL-3.0-or-later */
// Half of an odd number of digits is one byte too few.
// kind: out-of-bounds
// input: c0ffee0\n
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int digit(int c)
{
    return isdigit(c) ? c - '0' : isxdigit(c) ? tolower(c) - 'a' + 10 : 0;
}

int main(void)
{
    char line[64];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    size_t n = strcspn(line, "\n");
    unsigned char *bytes = calloc(n / 2 + (n == 0), 1);
    if (!bytes)
        return 1;
    for (size_t i = 0; i < n; i++)
        bytes[i / 2] |= (unsigned char)(digit((unsigned char)line[i]) << (i % 2 ? 0 : 4)); // error
    printf("%02x\n", bytes[0]);
    free(bytes);
    return 0;
}
