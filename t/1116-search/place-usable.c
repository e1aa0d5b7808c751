/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
#include <malloc.h>
int main(void)
{
    int n = __VERIFIER_nondet_int();
    char *p = malloc(20);
    if (n * n == 49 && (malloc_usable_size(p) != 24))
        abort();
    return 0;
}
