/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    int m[2][2];
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            m[i][k] = __VERIFIER_nondet_int();
            if (m[i][k] < -50 || m[i][k] > 50)
                return 0;
        }
    if (m[0][0] * m[1][1] - m[0][1] * m[1][0] == 77 && m[0][0] > m[1][1] && m[0][1])
        abort();
    return 0;
}
