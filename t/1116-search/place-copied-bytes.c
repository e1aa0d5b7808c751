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
    int *p = &a; unsigned char c[9]; memcpy(c + 1, &p, sizeof p);
    if (n * n == 49 && (c[3] != 9))
        abort();
    return 0;
}
