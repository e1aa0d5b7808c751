/* SPDX-License-Identifier: GPL-3.0-or-later */
// A pointer into a frame that is gone.
// undefined
// aborts
// wants: any
#include <assert.h>
static int *p;
static void leave(void)
{
    int x = 3;
    p = &x;
}
int main(void)
{
    leave();
    assert(*p != 3);
    return 0;
}
