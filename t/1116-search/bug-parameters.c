/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
static void divide(int x, int y, int *q, int *r) { *q = x / y; *r = x % y; }
int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), q, r;
    if (y <= 0)
        return 0;
    divide(x, y, &q, &r);
    if (r < 0 && q == -3)
        abort();
    return 0;
}
