/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
static int down(int *outer) { int inner = 1; int *volatile p = &inner; return p < outer; }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n * n == 49 && (!down(&n)))
        abort();
    return 0;
}
