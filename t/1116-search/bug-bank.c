/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
static int accounts[3] = {100, 50, 0};
static int transfer(int from, int to, int amount)
{
    if (from < 0 || from > 2 || to < 0 || to > 2 || amount > accounts[from])
        return -1;
    accounts[from] -= amount;
    accounts[to] += amount; /* amounts below 0 are not refused */
    return 0;
}
int main(void)
{
    for (int i = 0; i < 3; i++) {
        int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
        transfer(from, to, __VERIFIER_nondet_int());
        for (int k = 0; k < 3; k++)
            if (accounts[k] < 0)
                abort();
    }
    return 0;
}
