/* SPDX-License-Identifier: GPL-3.0-or-later */
// A destructor runs while an exception passes.
// build: $CC -x c++ $S -lstdc++ -o prog
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
static int x;
struct guard {
    ~guard() { x += 1; }
};
static void f()
{
    guard g;
    throw 1;
}
int main()
{
    try {
        f();
    } catch (...) {
    }
    claim(x == 1);
    return 0;
}
