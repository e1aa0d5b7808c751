/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "claim.h"

struct inner { short a; unsigned char b[3]; };
struct outer { int n; struct inner in[2]; int *p; };
static int shared = 9;
static struct outer build(int n)
{
    struct outer o = {n, {{1, {2, 3, 4}}, {5, {6, 7, 8}}}, &shared};
    return o;
}
static struct inner second(struct outer o) { return o.in[1]; }
static int through(struct outer o) { return *o.p + o.n; }
int main(void)
{
    CLAIM(1, second(build(1)).b[2] == 8);
    CLAIM(2, through(build(3)) == 12);
    shared = 1;
    CLAIM(3, through(build(3)) == 4);
    return 0;
}
