/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
union u { void *p; unsigned char c[8]; } u; int a;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    u.p = &a; u.c[0] = 1;
    if (n * n == 49 && (u.c[2] != 17))
        abort();
    return 0;
}
