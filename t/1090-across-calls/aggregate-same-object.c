/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

/* The result enters an object that the callee reads. */
struct s { int a, b; };
struct s g = {1, 2};
static struct s turned(void)
{
    struct s r;
    r.a = g.b;
    r.b = g.a;
    return r;
}
static struct s turned_of(struct s x)
{
    g.a = 50;
    return (struct s){x.b, x.a};
}
int main(void)
{
    g = turned();
    CLAIM(1, g.a == 2 && g.b == 1);
    g = turned_of(g);
    CLAIM(2, g.a == 1 && g.b == 2);
    return 0;
}
