/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int lock[4] = {0}, held = 0;
    for (;;) {
        int which[4];
        for (int i = 0; i < 4; i++) {
            which[i] = __VERIFIER_nondet_int();
            if (which[i] && i != 2) {
                lock[i] = 1;
                held++;
            } else if (which[i] > 1000) {
                lock[i] = 1; /* forgotten: held */
            }
        }
        for (int i = 0; i < 4; i++)
            if (lock[i]) {
                lock[i] = 0;
                if (--held < 0)
                    abort();
            }
        if (__VERIFIER_nondet_int() == 0)
            return 0;
    }
}
