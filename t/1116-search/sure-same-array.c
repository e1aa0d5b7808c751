/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int a[8];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int *p = a + 1, *q = a + 4;
    if (n * n == 49 && (p < q && q - p == 3))
        abort();
    return 0;
}
