/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// What a second caller of the recursion holds keeps its name.
#include <stdlib.h>
extern void abort(void);
extern unsigned choose(void);
#pragma cwolf input choose : [0, 3]
static int *g1, *g2, *g3, sw;
static int *make(int v) { int *p = malloc(4); if (!p) exit(0); *p = v; return p; }
static void rec(void)
{
    unsigned c;
again:
    c = choose();
    if (c == 0)
        return;
    if (c == 1) {
        if (!sw) {
            int *t = g2; g2 = g3; g3 = t;
            sw = 1;
            goto again;
        }
        return;
    }
    if (c == 2) {
        int *one = g1;
        rec();
        if (*one != 1) abort();
        return;
    }
    for (c = 0; c < 2; c++)
        if (choose() != 3)
            return;
    int *two = g2;
    rec();
    if (sw && *two == 2)
        abort();
}
int main(void)
{
    g1 = make(1); g2 = make(2); g3 = make(3);
    rec();
}
