/* SPDX-License-Identifier: GPL-3.0-or-later */
// property: reach-assert
// The order sees the array while it is sorted.
#include <stdlib.h>
static int a[3] = {3, 2, 1};
static int order(const void *p, const void *q)
{
    if (a[1] != 2) abort();
    return *(const int *)p - *(const int *)q;
}
int main(void) { qsort(a, 3, sizeof *a, order); return 0; }
