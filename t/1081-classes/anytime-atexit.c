/* SPDX-License-Identifier: GPL-3.0-or-later */
// A function of atexit sees what was stored last.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int x;
static void last(void)
{
    claim(x == 2);
}
int main(void)
{
    x = 1;
    atexit(last);
    x = 2;
    return 0;
}
