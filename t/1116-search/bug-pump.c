/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int level = 50, pump = 0, alarm = 0;
    for (int i = 0; i < 10; i++) {
        int flow = __VERIFIER_nondet_int();
        if (flow < -20 || flow > 20)
            continue;
        level += flow - (pump ? 5 : 0);
        pump = level > 80;
        alarm = level > 95;
        if (alarm && !pump)
            abort();
        if (level > 110)
            abort();
    }
    return 0;
}
