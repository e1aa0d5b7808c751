/* SPDX-License-Identifier: GPL-3.0-or-later */
// qsort_r passes the callback a function in a structure behind void *.
// wants: any
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
struct how {
    int (*order)(int, int);
    int calls;
};
static int down(int a, int b)
{
    return b - a;
}
static int order(const void *a, const void *b, void *p)
{
    struct how *h = p;
    h->calls++;
    return h->order(*(const int *)a, *(const int *)b);
}
int main(void)
{
    int v[3] = {1, 3, 2};
    struct how h = {down, 0};
    qsort_r(v, 3, sizeof v[0], order, &h);
    assert(!(v[0] == 3 && v[2] == 1 && h.calls >= 2));
    return 0;
}
