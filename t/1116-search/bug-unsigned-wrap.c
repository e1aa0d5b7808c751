/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned n = (unsigned)__VERIFIER_nondet_int(), size = n * 12 + 4;
    if (size < n && n < 0x20000000 && size > 100)
        abort();
    return 0;
}
