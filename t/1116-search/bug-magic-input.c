/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int c, state = 0;
    while ((c = getchar()) != EOF) {
        state = c == "<!--"[state] ? state + 1 : c == '<';
        if (state == 4)
            abort();
    }
    return 0;
}
