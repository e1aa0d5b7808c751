/* SPDX-License-Identifier: GPL-3.0-or-later */
// A shift by the width.
// undefined
// run: ./prog
// wants: any
#include <assert.h>
int main(int argc, char **argv)
{
    (void)argv;
    unsigned x = 1u << (argc + 31);
    assert(x == 0);
    assert(argc > 1);
    return 0;
}
