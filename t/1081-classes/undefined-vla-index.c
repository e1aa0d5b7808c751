/* SPDX-License-Identifier: GPL-3.0-or-later */
// An index beyond a variable-length array, and the program goes on.
// undefined
// run: ./prog
// wants: any
#include <assert.h>
int main(int argc, char **argv)
{
    (void)argv;
    int a[argc + 2];
    a[argc + 2] = 1;
    assert(a[argc + 2] != 1);
    return 0;
}
