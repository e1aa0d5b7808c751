/* SPDX-License-Identifier: GPL-3.0-or-later */
// What strncpy copied is terminated.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAG 4

int main(void)
{
    char *tag = malloc(TAG);
    if (!tag)
        return 1;
    strncpy(tag, "RIFFLE", TAG);
    tag[TAG - 1] = '\0';
    size_t n = strlen(tag);
    printf("%zu\n", n);
    free(tag);
    return 0;
}
