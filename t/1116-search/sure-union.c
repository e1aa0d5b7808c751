/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
union u { void *p; int i; } u; int a;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    u.p = &a; u.i = 7;
    if (n * n == 49 && (u.i == 7))
        abort();
    return 0;
}
