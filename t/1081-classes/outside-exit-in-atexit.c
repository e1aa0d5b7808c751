/* SPDX-License-Identifier: GPL-3.0-or-later */
// exit in a function of atexit: the remaining ones run, the function does not go on.
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
    x = 1;
    exit(2);
    abort();
}
int main(void)
{
    atexit(second);
    atexit(first);
    exit(0);
}
