/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

static int run(const unsigned char *p)
{
    static void *const ops[] = {&&stop, &&add, &&doubled, &&back};
    int acc = 1, rounds = 0;
    goto *ops[*p++];
add:
    acc += *p++;
    goto *ops[*p++];
doubled:
    acc *= 2;
    goto *ops[*p++];
back:
    if (++rounds < 3)
        p -= 2;
    goto *ops[*p++];
stop:
    return acc;
}
int main(void)
{
    static const unsigned char one[] = {1, 4, 2, 0}, two[] = {2, 3, 0};
    CLAIM(1, run(one) == 10);
    CLAIM(2, run(two) == 8);
    return 0;
}
