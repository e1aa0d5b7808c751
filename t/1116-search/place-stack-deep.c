/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
static long depth(char *top, int k) { char c = (char)k; char *volatile p = &c; return k ? depth(top, k - 1) : top - p; }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n * n == 49 && (depth((char *)&n, 3) != 100))
        abort();
    return 0;
}
