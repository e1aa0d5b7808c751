/* SPDX-License-Identifier: GPL-3.0-or-later */
// An object seen through a pointer to characters.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
static long value = 0x1122334455667788;
int main(void)
{
    unsigned char *p = (unsigned char *)&value;
    int sum = 0;
    for (unsigned i = 0; i < sizeof value; i++)
        sum += p[i];
    p[2] = 0;
    claim(sum == 0x11 + 0x22 + 0x33 + 0x44 + 0x55 + 0x66 + 0x77 + 0x88 && value == 0x1122334455007788);
    return 0;
}
