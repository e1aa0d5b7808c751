/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    volatile size_t size = 3ull << 30; char *p = malloc(size);
    if (n * n == 49 && (!p))
        abort();
    return 0;
}
