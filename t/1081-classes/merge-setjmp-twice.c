/* SPDX-License-Identifier: GPL-3.0-or-later */
// setjmp in a function that is called twice: longjmp goes to the last.
// wants: any
#include <assert.h>
#include <setjmp.h>
static jmp_buf b;
static volatile int last, n;
static void try(int which)
{
    if (setjmp(b)) {
        last = which;
        return;
    }
    n++;
    if (n == which)
        longjmp(b, 1);
}
int main(void)
{
    try(7);
    try(2);
    assert(!(last == 2 && n == 2));
    return 0;
}
