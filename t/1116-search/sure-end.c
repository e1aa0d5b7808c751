/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int a[4];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int s = 0; for (int *p = a; p != a + 4; p++) s++;
    if (n * n == 49 && (s == 4))
        abort();
    return 0;
}
