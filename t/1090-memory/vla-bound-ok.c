/* SPDX-License-Identifier: GPL-3.0-or-later */
// A variable-length array of a length that was tested.
// nondet: -4
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 100 || n < 1)
        return 1;
    char dashes[n + 1];
    for (int i = 0; i < n; i++)
        dashes[i] = '-';
    dashes[n] = '\0';
    printf("%d\n", n);
    return dashes[0] == 'x';
}
