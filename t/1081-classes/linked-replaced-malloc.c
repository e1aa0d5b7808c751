/* SPDX-License-Identifier: GPL-3.0-or-later */
// The program's own malloc takes the place of libc's, for strdup too.
// exhaustive
// wants: any
// opposite: any
#define _GNU_SOURCE
#include "claim.h"
#include <string.h>
static char block[256];
static int calls;
void *malloc(size_t n)
{
    (void)n;
    calls++;
    return block;
}
int main(void)
{
    char *s = strdup("a");
    claim(s == block && calls == 1);
    return 0;
}
