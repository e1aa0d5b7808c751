/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
static int *leak(int k) { int x = k; int *volatile p = &x; return p; }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int *p = leak(n), *q = leak(n + 1);
    if (n * n == 49 && (p != q))
        abort();
    return 0;
}
