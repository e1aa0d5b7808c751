/* SPDX-License-Identifier: GPL-3.0-or-later */
// One function takes two callbacks from two places.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int x;
static void set(void)
{
    x = 1;
}
static void clear(void)
{
    x = 0;
}
static void call(void (*f)(void))
{
    f();
}
int main(void)
{
    call(set);
    int a = x;
    call(clear);
    claim(a == 1 && x == 0);
    return 0;
}
