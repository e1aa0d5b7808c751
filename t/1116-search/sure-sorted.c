/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
static int compare(const void *x, const void *y) { return **(int *const *)x - **(int *const *)y; } int a = 1, b = 2, c = 3;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int *v[3] = {&c, &a, &b}; qsort(v, 3, sizeof *v, compare);
    if (n * n == 49 && (*v[0] == 1))
        abort();
    return 0;
}
