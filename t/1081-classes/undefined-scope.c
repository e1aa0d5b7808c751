/* SPDX-License-Identifier: GPL-3.0-or-later */
// A pointer to a variable of a block that was left.
// undefined
// run: ./prog
// wants: any
#include <assert.h>
int main(void)
{
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            x = 5;
        else
            assert(*p != 5);
        p = &x;
    }
    return 0;
}
