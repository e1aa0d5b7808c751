/* SPDX-License-Identifier: GPL-3.0-or-later */
// qsort moves pointers, and calls back with pointers to them.
// wants: any
#include <assert.h>
#include <stdlib.h>
static int calls;
static int order(const void *a, const void *b)
{
    calls++;
    return **(int *const *)a - **(int *const *)b;
}
int main(void)
{
    int x = 2, y = 1, *v[2] = {&x, &y};
    qsort(v, 2, sizeof v[0], order);
    *v[0] = 5;
    assert(!(y == 5 && x == 2 && calls > 0));
    return 0;
}
