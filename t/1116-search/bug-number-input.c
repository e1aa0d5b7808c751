/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int c, n = 0;
    while ((c = getchar()) >= '0' && c <= '9')
        n = n * 10 + c - '0';
    if (n == 2048)
        abort();
    return 0;
}
