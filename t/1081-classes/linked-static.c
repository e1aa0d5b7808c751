/* SPDX-License-Identifier: GPL-3.0-or-later */
// A static program.
// libs: -static
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
int main(void)
{
    int x = abs(-3);
    claim(x == 3);
    return 0;
}
