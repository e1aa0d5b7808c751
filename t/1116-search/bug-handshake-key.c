/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned mix(unsigned k, unsigned x) { return (k << 3 | k >> 29) ^ x; }
int main(void)
{
    unsigned key = 0;
    int state = 0;
    for (int i = 0; i < 6; i++) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        if (state == 0 && x == 0xfeed)
            state = 1, key = mix(7, x);
        else if (state == 1 && x == key)
            state = 2;
        else if (state == 2 && x % 1000 == 123)
            abort();
    }
    return 0;
}
