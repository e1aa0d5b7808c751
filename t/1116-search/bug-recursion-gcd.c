/* SPDX-License-Identifier: GPL-3.0-or-later */
// seconds: 2
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a > 1 && b > a && a < 1000 && b < 1000 && gcd(a, b) == 21 && a % 2)
        abort();
    return 0;
}
