/* SPDX-License-Identifier: GPL-3.0-or-later */
// freopen makes stdin another file: what comes is decided by the program.
// wants: any
#include <assert.h>
#include <stdio.h>
int main(void)
{
    if (!freopen("/dev/zero", "r", stdin))
        return 1;
    assert(!(getchar() == 0));
    return 0;
}
