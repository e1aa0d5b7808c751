/* SPDX-License-Identifier: GPL-3.0-or-later */
// Destructors run in the opposite order, after the functions of atexit.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int x = 1;
__attribute__((destructor(200))) static void second(void)
{
    claim(x == 9);
}
__attribute__((destructor(300))) static void first(void)
{
    x *= 3;
}
static void before(void)
{
    x += 2;
}
int main(void)
{
    atexit(before);
    return 0;
}
