/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int a, b;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int *volatile p = &b;
    if (n * n == 49 && (&a != p))
        abort();
    return 0;
}
