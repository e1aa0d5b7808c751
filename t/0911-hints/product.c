/* SPDX-License-Identifier: GPL-3.0-or-later */
// A product of two inputs.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    int a = getchar(), b = getchar();
    if (a < 0 || b < 0)
        return 0;
    int c = a * b;
    assert(c != 35);
    return 0;
}
