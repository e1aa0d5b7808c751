/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
struct s { int a; struct t { int b; } t; } s = {3, {4}};
int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct t *volatile p = &s.t;
    if (n * n == 49 && (((struct s *)((char *)p - offsetof(struct s, t)))->a == 3))
        abort();
    return 0;
}
