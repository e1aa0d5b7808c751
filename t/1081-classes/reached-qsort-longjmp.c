/* SPDX-License-Identifier: GPL-3.0-or-later */
// A callback of qsort leaves by longjmp.
// wants: any
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf b;
static int order(const void *x, const void *y)
{
    (void)x, (void)y;
    longjmp(b, 2);
}
int main(void)
{
    int v[2] = {2, 1};
    int r = setjmp(b);
    if (r == 0) {
        qsort(v, 2, sizeof v[0], order);
        abort();
    }
    assert(!(r == 2 && v[0] == 2));
    return 0;
}
