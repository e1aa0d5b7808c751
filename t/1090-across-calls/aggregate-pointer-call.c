/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

struct pair { int a, b; };
typedef struct pair change(struct pair);
static struct pair swap(struct pair p)
{
    struct pair r = {p.b, p.a};
    return r;
}
static struct pair twice(struct pair p)
{
    struct pair r = {2 * p.a, 2 * p.b};
    return r;
}
static change *const all[] = {swap, twice, swap};
int main(void)
{
    struct pair p = {1, 5};
    for (int i = 0; i < 3; i++)
        p = all[i](p);
    CLAIM(1, p.a == 2);
    CLAIM(2, p.b == 10);
    change *f = p.a == 2 ? twice : swap;
    CLAIM(3, f(p).a == 4);
    return 0;
}
