/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
static int buffer[4], last_read, last_write;
int main(void)
{
    for (int i = 0; i < 8; i++) {
        int k = __VERIFIER_nondet_int();
        if (k > 0) {
            buffer[last_write % 4] = k;
            last_write++;
        } else if (last_read < last_write) {
            last_read++;
        }
        if (last_write - last_read > 4) /* no check for a full buffer */
            abort();
    }
    return 0;
}
