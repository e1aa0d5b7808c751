/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
static void swap(int *a, int *b) { *a ^= *b; *b ^= *a; *a ^= *b; }
int main(void)
{
    int v[3], i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    for (int j = 0; j < 3; j++)
        v[j] = j + 1;
    if (i < 0 || i > 2 || k < 0 || k > 2)
        return 0;
    swap(&v[i], &v[k]);
    if (v[0] + v[1] + v[2] != 6)
        abort();
    return 0;
}
