/* SPDX-License-Identifier: GPL-3.0-or-later */
// getenv twice, with nothing between, gives the same.
// run: ./prog
// run: HOME=/ ./prog
// run: env -i ./prog
// exhaustive
// wants: any
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    assert(getenv("HOME") == getenv("HOME"));
    return 0;
}
