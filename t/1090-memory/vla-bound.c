/* SPDX-License-Identifier: GPL-3.0-or-later */
// A variable-length array of a negative length.
// kind: vla-bound
// nondet: -4
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 100)
        return 1;
    char dashes[n + 1]; // error
    for (int i = 0; i < n; i++)
        dashes[i] = '-';
    if (n >= 0)
        dashes[n] = '\0';
    printf("%d\n", n);
    return dashes[0] == 'x';
}
