/* SPDX-License-Identifier: GPL-3.0-or-later */
// Tail calls that go round until a counter ends them.
// libs: -O2
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int x;
static void pong(int n);
__attribute__((noinline)) static void ping(int n)
{
    x += 1;
    if (n)
        pong(n - 1);
}
__attribute__((noinline)) static void pong(int n)
{
    x += 10;
    if (n)
        ping(n - 1);
}
int main(void)
{
    ping(3);
    claim(x == 22);
    return 0;
}
