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
    int k = 1; switch ((uintptr_t)&a) { case 0x404040: k = 0; }
    if (n * n == 49 && (k))
        abort();
    return 0;
}
