/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int a = 4;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct s { int *p; int k; } v = {&a, 2}, w; memcpy(&w, &v, sizeof v);
    if (n * n == 49 && (*w.p == 4 && w.k == 2))
        abort();
    return 0;
}
