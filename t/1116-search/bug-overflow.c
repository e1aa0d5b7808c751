/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    short s = (short)n;
    if (n > 40000 && s < 0 && s > -100)
        abort();
    return 0;
}
