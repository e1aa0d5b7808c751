/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// A local lies where that of a function lay which has returned.
#include <assert.h>

static int *kept;

static void keep(void)
{
    int x = 1;
    kept = &x;
}

static void compare(void)
{
    int y = 2;
    assert(kept != &y);
}

int main(void)
{
    keep();
    compare();
}
