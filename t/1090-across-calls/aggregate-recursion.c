/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

struct acc { int n, sum; };
static struct acc add(struct acc a)
{
    if (a.n == 0)
        return a;
    struct acc next = {a.n - 1, a.sum + a.n};
    struct acc r = add(next);
    r.n = a.n;
    return r;
}
int main(void)
{
    struct acc a = {4, 0};
    struct acc r = add(a);
    CLAIM(1, r.sum == 10);
    CLAIM(2, r.n == 4);
    CLAIM(3, a.sum == 0);
    return 0;
}
