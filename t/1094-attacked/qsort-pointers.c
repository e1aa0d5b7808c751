/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// qsort moves the pointers of a block about.
#include <stdlib.h>
static int x = 1, y = 2;
static int down(const void *a, const void *b) { return **(int *const *)b - **(int *const *)a; }
int main(void)
{
    int **p = malloc(2 * sizeof *p);
    if (!p) return 0;
    p[0] = &x; p[1] = &y;
    qsort(p, 2, sizeof *p, down);
    *p[0] = 7;
    if (y != 2) abort();
    return 0;
}
