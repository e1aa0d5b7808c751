/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
struct s { long x, y; } v;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    uintptr_t t = (uintptr_t)&v | 1; ((struct s *)(t & ~(uintptr_t)7))->y = 5;
    if (n * n == 49 && (t & 1))
        abort();
    return 0;
}
