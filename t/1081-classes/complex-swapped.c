/* SPDX-License-Identifier: GPL-3.0-or-later */
// Both parts of a complex number are computed before either is stored.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
int main(void)
{
    _Complex double z = __builtin_complex(1.0, 2.0);
    z = __builtin_complex(__imag__ z, __real__ z);
    claim(__imag__ z == 1.0 && __real__ z == 2.0);
    return 0;
}
