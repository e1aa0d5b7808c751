/* SPDX-License-Identifier: GPL-3.0-or-later */
// atexit called twice for a function calls it twice, in the opposite order of the others.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int x;
static void add(void)
{
    x++;
}
static void last(void)
{
    claim(x == 2);
}
int main(void)
{
    atexit(last);
    atexit(add);
    atexit(add);
    return 0;
}
