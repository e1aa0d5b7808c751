/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int a = 6;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    long k = (long)&a;
    if (n * n == 49 && (*(int *)k == 6))
        abort();
    return 0;
}
