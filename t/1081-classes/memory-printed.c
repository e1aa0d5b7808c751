/* SPDX-License-Identifier: GPL-3.0-or-later */
// What sprintf and snprintf write of numbers and strings that are known is known.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
#include <stdio.h>
#include <string.h>
int main(void)
{
    char line[80];
    signed char small = -3;
    unsigned short half = 65535;
    unsigned word = 4000000000u;
    long all = -1;
    int n = sprintf(line, "%d|%5d|%-5d|%05d|%+d|%u|%x|%o|%hhd|%hu|%ld|%lx", 1, -2, 3, 4, 5, word, word, 8u, small, half, all, all);
    int known = n == 74 && !strcmp(line, "1|   -2|3    |00004|+5|4000000000|ee6b2800|10|-3|65535|-1|ffffffffffffffff");
    n = snprintf(line, 6, "%s-%c%%%.2s", "abc", 'x', "yz!");
    known = known && n == 8 && !strcmp(line, "abc-x");
    claim(known && snprintf(0, 0, "%i", 12345) == 5);
    return 0;
}
