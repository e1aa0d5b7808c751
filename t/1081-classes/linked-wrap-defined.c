/* SPDX-License-Identifier: GPL-3.0-or-later */
// --wrap does not change calls in the unit that defines f.
// build: $CC $S -Wl,--wrap=f -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
__attribute__((noinline)) int f(void)
{
    return 1;
}
int __wrap_f(void)
{
    return 2;
}
int main(void)
{
    claim(f() == 1);
    return 0;
}
