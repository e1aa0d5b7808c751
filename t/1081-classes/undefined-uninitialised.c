/* SPDX-License-Identifier: GPL-3.0-or-later */
// A variable without a value may have any, and two reads of it.
// undefined
// aborts
// wants: any
#include <assert.h>
int main(void)
{
    int x;
    assert(x != 77);
    return 0;
}
