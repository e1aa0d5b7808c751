/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// An address goes through a text.
#include <stdio.h>
#include <stdlib.h>
static int x;
int main(void)
{
    char b[64];
    void *q;
    sprintf(b, "%p", (void *)&x);
    if (sscanf(b, "%p", &q) != 1) return 0;
    *(int *)q = 1;
    if (x) abort();
    return 0;
}
