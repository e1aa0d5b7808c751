/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

struct s { int a; };
struct t { char c; int d; };
static int all(int x, struct s s, struct t t, int y, struct s *p)
{
    p->a = s.a + t.d;
    return x + y + t.c;
}
int main(void)
{
    struct s s = {10}, out = {0};
    struct t t = {1, 20};
    CLAIM(1, all(100, s, t, 1000, &out) == 1101);
    CLAIM(2, out.a == 30);
    CLAIM(3, s.a == 10 && t.d == 20);
    return 0;
}
