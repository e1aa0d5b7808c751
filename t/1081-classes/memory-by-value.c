/* SPDX-License-Identifier: GPL-3.0-or-later */
// A union by value, and a structure with one in it.
// exhaustive
// wants: True
// opposite: False
#include "claim.h"
union number { int i; unsigned char c[4]; };
struct tagged { int tag; union number n; };
static struct tagged twice(struct tagged t)
{
    t.n.i *= 2;
    t.tag++;
    return t;
}
int main(void)
{
    struct tagged t = {1, {300}};
    struct tagged u = twice(twice(t));
    claim(t.tag == 1 && t.n.i == 300 && u.tag == 3 && u.n.i == 1200 && u.n.c[0] == (1200 & 255));
    return 0;
}
