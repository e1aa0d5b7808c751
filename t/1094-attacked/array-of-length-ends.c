/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// An array of variable length lies where that of the block before lay.
#include <assert.h>

static char *kept;

static void blocks(int n)
{
    {
        char a[n];
        a[0] = 1;
        kept = a;
    }
    {
        char b[n];
        b[0] = 2;
        assert(kept != b);
    }
}

int main(void)
{
    blocks(16);
}
