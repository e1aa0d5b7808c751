/* SPDX-License-Identifier: GPL-3.0-or-later */
// An object that is returned is made where it stays: a pointer to itself stays right.
// build: $CC -x c++ $S -lstdc++ -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
struct owner {
    int value, *own;
    owner() : value(1), own(&value) {}
    owner(const owner &from) : value(from.value + 10), own(&value) {}
    ~owner() { value = 0; }
};
static owner make(int x)
{
    owner made;
    made.value = x;
    return made;
}
int main()
{
    owner kept = make(7);
    owner copied = kept;
    make(3);
    claim(*kept.own == 7 && kept.own == &kept.value && *copied.own == 17);
    return 0;
}
