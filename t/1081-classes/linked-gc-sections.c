/* SPDX-License-Identifier: GPL-3.0-or-later */
// --gc-sections takes away a function that nothing calls, and its table; constructors stay.
// build: $CC -ffunction-sections -fdata-sections $S -Wl,--gc-sections -o prog
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int x;
void unused(void)
{
    x = 9;
    abort();
}
void (*table)(void) = unused;
__attribute__((constructor)) static void first(void)
{
    x = 1;
}
int main(void)
{
    claim(x == 1);
    return 0;
}
