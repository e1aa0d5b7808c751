/* SPDX-License-Identifier: GPL-3.0-or-later */
// objcopy --strip-symbol of a static function: its name is gone, it is called still.
// build: $CC -c $S -o one.o
// build: objcopy --strip-symbol=f one.o
// build: $CC one.o -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
__attribute__((noinline)) static int f(void)
{
    return 5;
}
int main(void)
{
    claim(f() == 5);
    return 0;
}
