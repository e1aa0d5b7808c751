/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// The same variable lies elsewhere when its function is called from further in.
#include <assert.h>

static int *kept;

static void keep(void)
{
    int x = 0;
    if (kept)
        assert(kept == &x);
    kept = &x;
}

static void deeper(void)
{
    volatile char room[64];
    room[0] = 1;
    keep();
}

int main(void)
{
    keep();
    deeper();
}
