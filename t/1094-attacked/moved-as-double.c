/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// An address is copied as a floating-point number.
#include <stdlib.h>
static int x;
static union { double d; int *p; } a, b;
int main(void)
{
    a.p = &x;
    b.d = a.d;
    *b.p = 1;
    if (x) abort();
    return 0;
}
