/* SPDX-License-Identifier: GPL-3.0-or-later */
// longjmp to a function that has returned.
// undefined
// aborts
// wants: any
#include <assert.h>
#include <setjmp.h>
static jmp_buf b;
static int set(void)
{
    return setjmp(b);
}
int main(void)
{
    static int n;
    set();
    assert(n == 0);
    n = 1;
    longjmp(b, 1);
}
