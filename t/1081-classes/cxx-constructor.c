/* SPDX-License-Identifier: GPL-3.0-or-later */
// A constructor is one body with two names.
// build: $CC -x c++ $S -lstdc++ -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int n;
struct counted {
    counted() { n++; }
};
int main()
{
    counted one, two;
    (void)one;
    (void)two;
    claim(n == 2);
    return 0;
}
