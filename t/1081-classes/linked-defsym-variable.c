/* SPDX-License-Identifier: GPL-3.0-or-later */
// --defsym gives a variable a second name.
// build: $CC $S -Wl,--defsym=y=x -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
int x = 1;
extern int y;
int main(void)
{
    x = 2;
    claim(y == 2);
    return 0;
}
