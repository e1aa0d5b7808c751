/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Arithmetic at the edges of small types: wrap-around, sign extension, shifts, mixed signs, division.
 */
#include "runs.h"

static const int edges[8] = {-128, -1, 0, 1, 127, 100, -100, 64};
static signed char s;
static unsigned char u;
static short h;
static unsigned short w;

int main(void)
{
    int round = 0;
    for (int c = getchar(); c != EOF && round < 1; c = getchar(), round++) {
        int x = edges[c & 7], y = edges[c >> 3 & 7];
        s = (signed char)x;
        u = (unsigned char)x;
        s += y;
        u += y;
        SHOW("s", s)
        SHOW("u", u)
        h = (short)(x * 300);
        w = (unsigned short)(y * 700);
        h = (short)(h ^ w);
        w >>= 3;
        SHOW("h", h % 11)
        SHOW("w", w % 7)
        SHOW("shift", (s >> 4) + (u >> 6))
        SHOW("less", (s < u) + 2 * ((unsigned)s < u) + 4 * (h < w))
        if (y != 0)
            SHOW("quotient", x / y)
        if (x != 0)
            SHOW("rest", y % x)
        SHOW("minus", -s)
        SHOW("not", ~u & 7)
        unsigned long long big = (unsigned long long)(unsigned)x * 3000000019u;
        SHOW("big", (int)(big >> 33) & 15)
        long long wide = (long long)x * y * 1000003;
        SHOW("wide", (int)(wide % 10))
        _Bool b = x & 2;
        SHOW("bool", b + !s)
        u = u * u - 1;
        SHOW("square", u)
    }
    return u == 255 ? 1 : s < 0 ? 2 : 0;
}
