/* SPDX-License-Identifier: GPL-3.0-or-later */
// What an initialiser has put into an object is the same bytes in whatever size they are looked at.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
#include <string.h>
static const struct { char a, b; short c; } pieces = { 1, 2, 3 };
static const struct { unsigned x : 4, y : 6, z : 6; } bits = { 5, 9, 33 };
static struct { char a, b; short c; } variable = { 1, 2, 3 };
static const union { char c; int n; } first = { 7 };
static const char text[8] = "abc";
int main(void)
{
    short two;
    int four;
    unsigned short sixteen;
    long eight;
    unsigned char one;
    memcpy(&two, &pieces, 2);
    memcpy(&four, &pieces, 4);
    memcpy(&sixteen, &bits, 2);
    memcpy(&one, (const char *)&bits + 1, 1);
    memcpy(&eight, text, 8);
    int known = two == 0x201 && four == 0x30201 && sixteen == (5 | 9 << 4 | 33 << 10) && eight == 0x636261;
    memcpy(&four, &variable, 4);
    claim(known && one == (9 >> 4 | (33 << 2 & 255)) && four == 0x30201 && first.n == 7);
    return 0;
}
