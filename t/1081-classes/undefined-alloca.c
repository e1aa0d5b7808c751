/* SPDX-License-Identifier: GPL-3.0-or-later */
// alloca'ed memory of a function that has returned; the next call gets it again.
// undefined
// run: ./prog
// wants: any
#include <alloca.h>
#include <assert.h>
static int *get(int v)
{
    int *p = alloca(64);
    *p = v;
    return p;
}
int main(void)
{
    int *volatile p = get(1), *volatile q = get(2);
    (void)q;
    int x = *p;
    assert(x == 1);
    return 0;
}
