/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int a; int table[16] = {1, 0, 1};
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n * n == 49 && (table[((uintptr_t)&a / 16) & 15] == 0))
        abort();
    return 0;
}
