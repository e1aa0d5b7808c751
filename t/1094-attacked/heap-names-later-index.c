/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: memory-safe
// What a second caller of the recursion holds keeps its name.
#include <stdlib.h>
extern unsigned choose(void);
#pragma cwolf input choose : [0, 3]
struct n { int v; };
static struct n *g1, *g2, *g3;
static int sw, arr[2];
static struct n *make(int v) { struct n *p = malloc(sizeof *p); if (!p) exit(0); p->v = v; return p; }
static void rec(int k)
{
    unsigned c;
again:
    c = choose();
    if (c == 0)
        return;
    if (c == 1) {
        if (!sw) {
            struct n *t = g2;
            g2 = g3;
            g3 = t;
            sw = 1; goto again;
        }
        return;
    }
    if (c == 2) {
        struct n *one = g1;
        c = 0;
        rec(k);
        arr[one->v != 1] = 1;
        return;
    }
    for (c = 0; c < 12; c++)
        if (choose() != 3)
            return;
    struct n *two = g2;
    rec(k);
    if (sw)
        arr[two->v == 2 ? 7 : 0] = 1;
}
int main(void)
{
    g1 = make(1); g2 = make(2); g3 = make(3);
    rec(4);
    return 0;
}
