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
    if (n * n == 49 && ((uintptr_t)&a * 2654435761u % 1024 != 5))
        abort();
    return 0;
}
