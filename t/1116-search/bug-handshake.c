/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int state = 8464, blocked = 0, certificate = 0;
    for (int i = 0; i < 40; i++) {
        int in = __VERIFIER_nondet_int();
        switch (state) {
        case 8464: state = in == 1 ? 8482 : 8480; break;
        case 8480: state = 8482; break;
        case 8482: certificate = in == 3; state = 8496; break;
        case 8496: state = in > 100 ? 8512 : 8464; break;
        case 8512: if (!certificate) blocked++; state = 8528; break;
        case 8528: if (blocked > 1) abort(); state = 8464; break;
        }
        if (in == -5)
            break;
    }
    return 0;
}
