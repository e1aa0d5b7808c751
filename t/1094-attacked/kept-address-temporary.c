/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// What holds the addresses of two blocks' arrays are temporaries.
#include <assert.h>

static int one = 1;

static void use(int *a)
{
    for (int i = 0; i < 20; i++)
        a[i] = i;
}

int main(void)
{
    int c = one;
    assert(({ int x[20]; use(x); c ? x : (int *)0; }) != ({ int y[20]; use(y); c ? y : (int *)0; }));
}
