/* SPDX-License-Identifier: GPL-3.0-or-later */
// -init and -fini of the linker name functions that nothing calls.
// build: $CC $S -Wl,-init,start -Wl,-fini,stop -o prog
// exhaustive
// wants: any
// opposite: any
#include "claim.h"
int x;
void start(void)
{
    x = 1;
}
void stop(void)
{
    claim(x == 2);
}
int main(void)
{
    x++;
    return 0;
}
