/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    char *p = malloc(24); free(p); char *q = malloc(24);
    if (n * n == 49 && (p != q))
        abort();
    return 0;
}
