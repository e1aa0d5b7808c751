/* SPDX-License-Identifier: GPL-3.0-or-later */
// A block is freed in each round.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *name = NULL;
    for (int i = 0; i < 3; i++) {
        free(name);
        name = malloc(16);
        if (!name)
            return 1;
        snprintf(name, 16, "file%d.txt", i);
        puts(name);
    }
    free(name);
    return 0;
}
