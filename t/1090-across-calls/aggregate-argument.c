/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

struct point { int x, y; };
static int sum(struct point p) { return p.x + p.y; }
static int change(struct point p)
{
    p.x = 100;
    return p.x - p.y;
}
int main(void)
{
    struct point p = {3, 4};
    CLAIM(1, sum(p) == 7);
    CLAIM(2, change(p) == 96);
    CLAIM(3, p.x == 3); /* the callee's is a copy */
    return 0;
}
