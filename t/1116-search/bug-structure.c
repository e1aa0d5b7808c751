/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
struct packet { unsigned char kind : 3, length : 5; unsigned char data[4]; };
int main(void)
{
    struct packet p;
    memset(&p, 0, sizeof p);
    p.kind = __VERIFIER_nondet_uchar() & 7;
    p.length = __VERIFIER_nondet_uchar() & 31;
    for (int i = 0; i < 4; i++)
        p.data[i] = __VERIFIER_nondet_uchar();
    if (p.kind == 5 && p.length > 4 && p.data[0] + p.data[1] == 300 && p.data[2] == (p.data[3] ^ 0x5a))
        abort();
    return 0;
}
