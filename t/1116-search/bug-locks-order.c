/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
static int a, b;
static void take(int *l) { if (*l) abort(); *l = 1; }
static void give(int *l) { if (!*l) abort(); *l = 0; }
int main(void)
{
    int rounds = 0;
    while (__VERIFIER_nondet_int() > 0 && rounds++ < 10) {
        int k = __VERIFIER_nondet_int();
        take(&a);
        if (k > 5)
            take(&b);
        if (k * 3 > 17 && k != 41)
            give(&b);
        give(&a);
    }
    return 0;
}
