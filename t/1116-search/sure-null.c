/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int a;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int *volatile p = &a;
    if (n * n == 49 && (p && p > (int *)0))
        abort();
    return 0;
}
