/* SPDX-License-Identifier: GPL-3.0-or-later */
// A callback of bsearch exits.
// exhaustive
// wants: any
// opposite: any
#include <stdlib.h>
static int order(const void *x, const void *y)
{
#ifdef OPPOSITE
    return *(const int *)x - *(const int *)y;
#endif
    exit(x == y);
}
int main(void)
{
    int v[1] = {2}, key = 1;
    bsearch(&key, v, 1, sizeof v[0], order);
    abort();
}
