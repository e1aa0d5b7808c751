/* SPDX-License-Identifier: GPL-3.0-or-later */
// A function is called through a type with fewer parameters, and through one with another result.
// undefined
// run: ./prog
// wants: any
#include <assert.h>
static int f(int a, int b)
{
    (void)b;
    assert(a != 3);
    return a;
}
int main(void)
{
    void (*p)(long) = (void (*)(long))f;
    p(3);
    return 0;
}
