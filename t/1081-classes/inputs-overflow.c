/* SPDX-License-Identifier: GPL-3.0-or-later */
// A path that needs an overflow, which -O2 compiles away.
// libs: -O2
// run: ./prog
// run: ./prog a b
// exhaustive
// undefined
// wants: any
#include <assert.h>
int main(int argc, char **argv)
{
    (void)argv;
    int x = argc + 2147483646;
    assert(x > argc - 1 || argc > 1);
    return 0;
}
