/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
static int f(void) { return 1; } static int g(void) { return 2; } int (*volatile p)(void) = f, (*volatile q)(void) = g;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n * n == 49 && (p != q && p && q() == 2))
        abort();
    return 0;
}
