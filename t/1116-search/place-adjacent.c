/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int a[4], b[4];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n * n == 49 && (a + 4 != b))
        abort();
    return 0;
}
