/* SPDX-License-Identifier: GPL-3.0-or-later */
// A function of atexit registers another, which runs next.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int x;
static void second(void)
{
    claim(x == 1);
}
static void first(void)
{
    atexit(second);
    x = 1;
}
int main(void)
{
    atexit(first);
    return 0;
}
