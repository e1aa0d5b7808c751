/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int token = __VERIFIER_nondet_int(), local = token, turn = 0;
    for (int i = 0; i < 5; i++) {
        if (turn == 0) {
            token++;
            turn = 1;
        } else {
            if (token != local + 1)
                abort();
            local = token;
            turn = __VERIFIER_nondet_int() == 12 ? 1 : 0;
        }
    }
    return 0;
}
