/* SPDX-License-Identifier: GPL-3.0-or-later */
// Overflow ends what was compiled with -ftrapv.
// build: $CC -ftrapv $S -o prog
// aborts
// wants: any
#include "claim.h"
#include <limits.h>
int main(int argc, char **argv)
{
    volatile int most = INT_MAX;
    int x = most;
    (void)argv;
    x += argc;
    claim(x != 3);
    return 0;
}
