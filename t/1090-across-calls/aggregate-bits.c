/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

struct flags { unsigned a : 3, b : 5; int c : 4; };
static struct flags make(int a, int b, int c)
{
    struct flags f;
    f.a = a;
    f.b = b;
    f.c = c;
    return f;
}
static int get(struct flags f) { return 100 * f.a + 10 * f.b + f.c; }
int main(void)
{
    CLAIM(1, get(make(1, 2, -3)) == 117);
    CLAIM(2, get(make(9, 2, 3)) == 123);
    struct flags f = make(7, 31, 7);
    CLAIM(3, f.b == 31 && f.c == 7);
    return 0;
}
