/* SPDX-License-Identifier: GPL-3.0-or-later */
// Characters read as a number.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
#include <string.h>
int main(void)
{
    char text[8] = "abcdefg";
    unsigned x;
    memcpy(&x, text + 1, sizeof x);
    claim(x == ('b' | 'c' << 8 | 'd' << 16 | 'e' << 24));
    return 0;
}
