/* SPDX-License-Identifier: GPL-3.0-or-later */
// A division by zero, whose result nobody uses, before a failing assertion.
// undefined
// run: ./prog
// libs: -O1
// wants: False
#include <assert.h>
int main(int argc, char **argv)
{
    (void)argv;
    int x = 1 / (argc - 1);
    (void)x;
    assert(0);
}
