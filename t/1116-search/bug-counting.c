/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 12 || m < 0 || m > 12)
        return 0;
    for (int i = 0; i < n; i++)
        for (int k = i; k < m; k++)
            sum++;
    if (sum == 34)
        abort();
    return 0;
}
