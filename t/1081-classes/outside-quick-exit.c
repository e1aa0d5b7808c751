/* SPDX-License-Identifier: GPL-3.0-or-later */
// quick_exit runs the functions of at_quick_exit, not those of atexit.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int x;
static void quick(void)
{
    claim(x == 1);
    _Exit(0);
}
static void slow(void)
{
    abort();
}
int main(void)
{
    atexit(slow);
    at_quick_exit(quick);
    x = 1;
    quick_exit(0);
}
