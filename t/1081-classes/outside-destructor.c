/* SPDX-License-Identifier: GPL-3.0-or-later */
// A destructor sees what main left.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static int x;
__attribute__((destructor)) static void last(void)
{
    claim(x == 1);
}
int main(void)
{
    x = 1;
    return 0;
}
