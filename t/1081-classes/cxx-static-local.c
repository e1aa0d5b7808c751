/* SPDX-License-Identifier: GPL-3.0-or-later */
// A static local object is constructed once.
// build: $CC -x c++ $S -lstdc++ -o prog
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
static int n;
struct counted {
    counted() { n++; }
};
static void f()
{
    static counted one;
    (void)one;
}
int main()
{
    f();
    f();
    claim(n == 1);
    return 0;
}
