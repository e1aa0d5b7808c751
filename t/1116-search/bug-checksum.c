/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned sum = 1, b = 0;
    for (int i = 0; i < 4; i++) {
        sum += __VERIFIER_nondet_uchar();
        b += sum;
    }
    if ((b << 16 | sum) == (1000u << 16 | 301))
        abort();
    return 0;
}
