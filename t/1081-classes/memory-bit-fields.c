/* SPDX-License-Identifier: GPL-3.0-or-later */
// Bit-fields that share bytes, in a structure and in a copy of it.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
struct flags { unsigned a : 3, b : 7, c : 12; signed d : 5; };
int main(void)
{
    struct flags f = {5, 100, 3000, -7}, g = f;
    g.b++;
    f.d--;
    claim(f.a == 5 && f.b == 100 && f.c == 3000 && f.d == -8 && g.b == 101 && g.d == -7 && g.c == 3000);
    return 0;
}
