/* SPDX-License-Identifier: GPL-3.0-or-later */
// --defsym gives a function a second name.
// build: $CC $S -Wl,--defsym=f=g -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
extern int f(void);
int g(void)
{
    return 6;
}
int main(void)
{
    claim(f() == 6);
    return 0;
}
