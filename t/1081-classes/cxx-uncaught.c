/* SPDX-License-Identifier: GPL-3.0-or-later */
// Nobody catches it.
// build: $CC -x c++ $S -lstdc++ -o prog
// aborts
// wants: any
#include "claim.h"
static void f(int n)
{
    if (n > 2)
        throw n;
}
int main()
{
    int x = 0;
    f(3);
    x = 1;
    claim(x == 1);
    return 0;
}
