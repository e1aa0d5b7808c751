/* SPDX-License-Identifier: GPL-3.0-or-later */
// strncpy fills the buffer and leaves no terminator for strlen.
// kind: out-of-bounds
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
    size_t n = strlen(tag); // error
    printf("%zu\n", n);
    free(tag);
    return 0;
}
