/* SPDX-License-Identifier: GPL-3.0-or-later */
// A function of atexit reads, through a pointer, a variable of a function that has not returned.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int *p;
static void last(void)
{
    claim(*p == 2);
}
int main(void)
{
    int x = 1;
    p = &x;
    atexit(last);
    *p = 2;
    exit(0);
}
