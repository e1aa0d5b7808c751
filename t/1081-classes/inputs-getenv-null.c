/* SPDX-License-Identifier: GPL-3.0-or-later */
// ... but it may be null, or empty.
// run: env -i ./prog
// wants: any
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    assert(getenv("HOME") != 0);
    return 0;
}
