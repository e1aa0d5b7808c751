/* SPDX-License-Identifier: GPL-3.0-or-later */
// An exception is caught where it is thrown.
// build: $CC -x c++ $S -lstdc++ -o prog
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
int main()
{
    int x = 0;
    try {
        throw 1;
    } catch (int) {
        x = 5;
    }
    claim(x == 5);
    return 0;
}
