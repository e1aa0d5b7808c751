/* SPDX-License-Identifier: GPL-3.0-or-later */
// The last element of a variable-length array is the one behind it.
// kind: out-of-bounds
// nondet: 5
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static int fibonacci(int n)
{
    int f[n];
    for (int i = 0; i < n; i++)
        f[i] = i < 2 ? i : f[i - 1] + f[i - 2];
    return f[n]; // error
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 20)
        return 1;
    printf("%d\n", fibonacci(n));
    return 0;
}
