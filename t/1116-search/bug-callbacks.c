/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
static int total, limit = 40;
static void add(int x) { total += x; }
static void twice(int x) { total += 2 * x; }
static void each(const int *v, int n, void (*f)(int)) { for (int i = 0; i < n; i++) f(v[i]); }
int main(void)
{
    int v[3], k = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++) {
        v[i] = __VERIFIER_nondet_int();
        if (v[i] < 0 || v[i] > 9)
            return 0;
    }
    each(v, 3, k == 17 ? twice : add);
    if (total > limit)
        abort();
    return 0;
}
