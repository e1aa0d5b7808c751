/* SPDX-License-Identifier: GPL-3.0-or-later */
// A function returns to one caller and exits for the other.
// exhaustive
// wants: True
// opposite: False
#include <stdlib.h>
static void leave(int x)
{
    if (x == 3)
        exit(0);
}
int main(void)
{
    leave(2);
#ifdef OPPOSITE
    leave(4);
#else
    leave(3);
#endif
    abort();
}
