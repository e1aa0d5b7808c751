/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), k = 0;
    for (int i = 0; i < n && i < 50; i++)
        k += 3;
    if (k == 3 * 17)
        abort();
    return 0;
}
