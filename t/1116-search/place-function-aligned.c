/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
static int f(void) { return 1; } int (*volatile p)(void) = f;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n * n == 49 && ((uintptr_t)p % 64))
        abort();
    return 0;
}
