/* SPDX-License-Identifier: GPL-3.0-or-later */
// A callee that is a tail call of its caller.
// run: ./prog
// libs: -O2
// wants: False
#include <stdlib.h>
static int x;
__attribute__((noinline)) static void error(void)
{
    if (x == 2)
        abort();
}
__attribute__((noinline)) static void notify(void)
{
    x++;
    error();
}
__attribute__((noinline)) static void act(void)
{
    x++;
    notify();
}
int main(void)
{
    act();
    return 0;
}
