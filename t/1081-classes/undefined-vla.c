/* SPDX-License-Identifier: GPL-3.0-or-later */
// A store behind a variable-length array reaches the variables of the frame.
// undefined
// run: ./prog
// seconds: 3
// wants: any
#include <assert.h>
int main(int argc, char **argv)
{
    (void)argv;
    volatile int x[1] = {1};
    int a[argc + 2];
    for (register int i = 0; &a[i] <= x; i++)
        a[i] = 7;
    assert(x[0] == 1);
    return 0;
}
