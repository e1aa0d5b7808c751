/* SPDX-License-Identifier: GPL-3.0-or-later */
// A resolver is asked before anything runs.
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
static int flag;
static int one(void)
{
    return 1;
}
static int two(void)
{
    return 2;
}
static int (*pick(void))(void)
{
    return flag ? two : one;
}
int chosen(void) __attribute__((ifunc("pick")));
int main(void)
{
    flag = 1;
    claim(chosen() == 1);
    return 0;
}
