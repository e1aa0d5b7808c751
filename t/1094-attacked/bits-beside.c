/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// One bit of a byte is given a value; the others are what they were before the block was freed.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
    unsigned char *q = malloc(24), *p;
    if (!q) return 0;
    memset(q, 0xff, 24);
    free(q);
    p = malloc(24);
    if (!p) return 0;
    p[16] |= 1;
    if (p[16] & 2) reach_error();
    return 0;
}
