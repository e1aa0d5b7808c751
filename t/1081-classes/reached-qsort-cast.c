/* SPDX-License-Identifier: GPL-3.0-or-later */
// qsort with a comparison that returns long, behind a cast.
// run: ./prog
// wants: any
#include <stdlib.h>
static long order(const void *a, const void *b)
{
    if (*(const int *)a != *(const int *)b)
        abort();
    return 0;
}
int main(void)
{
    int v[2] = {1, 2};
    qsort(v, 2, sizeof v[0], (int (*)(const void *, const void *))order);
    return 0;
}
