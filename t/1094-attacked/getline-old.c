/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// getline may have freed the block it was given.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    size_t n = 2;
    char *line = malloc(2), *old = line;
    if (!line) return 0;
    getline(&line, &n, stdin);
    old[0] = 'x';
    return 0;
}
