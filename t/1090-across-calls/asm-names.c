/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

int main(void)
{
    unsigned x = 0x80000000u;
    int y = -1;
    asm("" : [out] "=r"(y) : [in] "[out]"(x));
    CLAIM(1, y == (int)x);
    CLAIM(2, y < 0);
    return 0;
}
