/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int a[4];
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n * n == 49 && ((uintptr_t)(a + 1) % 4 == 0))
        abort();
    return 0;
}
