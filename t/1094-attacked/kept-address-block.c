/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// A local of a block lies where that of the block before lay.
#include <assert.h>

static int *kept;

int main(void)
{
    {
        int x = 1;
        kept = &x;
    }
    {
        int y = 2;
        assert(kept != &y);
    }
}
