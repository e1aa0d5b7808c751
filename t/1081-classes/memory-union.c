/* SPDX-License-Identifier: GPL-3.0-or-later */
// Members of a union are the same bytes.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
union word { unsigned all; unsigned char byte[4]; unsigned short half[2]; };
int main(void)
{
    union word w;
    w.all = 0x01020304;
    w.byte[3] = 7;
    w.half[0] = 0xbeef;
    claim(w.all == 0x0702beef);
    return 0;
}
