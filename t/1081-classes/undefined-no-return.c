/* SPDX-License-Identifier: GPL-3.0-or-later */
// A function without a return statement, whose result is used.
// undefined
// aborts
// run: ./prog
// wants: any
#include <assert.h>
static int f(int x)
{
    if (x == 100)
        return 2;
}
int main(int argc, char **argv)
{
    (void)argv;
    int r = f(argc);
    (void)r;
    assert(0);
}
