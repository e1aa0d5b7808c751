/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

struct point { int x, y; char tag; };
static struct point make(int x, int y)
{
    struct point p = {x, y, 'p'};
    return p;
}
struct point global;
int main(void)
{
    struct point p = make(1, 2), *q = &global, a[3];
    CLAIM(1, p.x == 1 && p.y == 2 && p.tag == 'p');
    *q = make(5, 6);
    CLAIM(2, global.x == 5 && global.y == 6);
    for (int i = 0; i < 3; i++)
        a[i] = make(i, 10 * i);
    CLAIM(3, a[2].y == 20 && a[0].y == 0);
    CLAIM(4, make(7, 8).y == 8);
    return 0;
}
