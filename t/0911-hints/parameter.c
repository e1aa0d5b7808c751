/* SPDX-License-Identifier: GPL-3.0-or-later */
// A value that travels through a parameter and a result.
#include <assert.h>
#include <stdio.h>
static int twice(int x)
{
    return x * 2;
}
int main(void)
{
    int n = 0;
    scanf("%d", &n);
    assert(twice(n) != 14);
    return 0;
}
