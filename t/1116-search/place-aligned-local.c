/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    char a[40]; a[0] = (char)n;
    if (n * n == 49 && (((uintptr_t)a & 31) != 0))
        abort();
    return 0;
}
