/* SPDX-License-Identifier: GPL-3.0-or-later */
// The pointer to a block is overwritten by the next round.
// kind: leak
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *name = NULL;
    for (int i = 0; i < 3; i++) {
        name = malloc(16); // error, allocated
        if (!name)
            return 1;
        snprintf(name, 16, "file%d.txt", i);
        puts(name);
    }
    free(name);
    return 0;
}
